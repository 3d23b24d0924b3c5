/** Full disks, made for real: a small file system in a mount namespace of its own holds the trial and the project. */
import { link, mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MiB } from '../../harness/lib/wording/bytes.ts'
import { diskUsage } from '../../harness/sandbox/disk.ts'
import { chooseSandbox } from '../../harness/sandbox/index.ts'
import { temporaryFolder } from '../helpers.ts'
import { NEEDS, onSmallDisk } from './disk-watch-cases.ts'

const { name } = await chooseSandbox()

describe('the disk of a trial', { ...NEEDS, timeout: 120_000 }, () => {
  it('counts files of the project that have no name but are still open', async () => {
    const holder = 'exec 3<>big; rm big; head -c 122M /dev/zero >&3; echo held; exec sleep 600'
    expect(
      await onSmallDisk(`
        await using sandbox = await openSandbox(${JSON.stringify(name)}, trial, { limits: PROJECT_LIMITS, browser: false })
        const [watch, blind] = [await watchDisk(trial, 64 * MiB, sandbox), await watchDisk(trial, 64 * MiB)]
        const running = await sandbox.spawn({
          argv: ['sh', '-c', ${JSON.stringify(holder)}], cwd: trial + '/project', stdin: 'none',
        })
        let ended = false
        void running.exit.then(() => (ended = true))
        while (!running.stdout.text().includes('held') && !ended) await new Promise((done) => setTimeout(done, 20))
        if (ended) throw new Error('the holder ended: ' + running.stderr.text())
        const held = [(await watch.problem()) ?? 'none', (await blind.problem()) ?? 'none']
        await running.end('done')
        await put('others', 122)
        say([...held, (await watch.problem()) ?? 'none'])`),
    ).toEqual([
      'none',
      expect.stringMatching(/^ENOSPC: .* only 0 MiB/),
      expect.stringMatching(/^ENOSPC: .* only 0 MiB/),
    ])
  })
})

/** An entry of a tree: its folder by number, and its kind with a size. */
const entry = fc.record({
  folder: fc.nat(),
  kind: fc.constantFrom('file', 'file', 'folder', 'empty', 'sparse', 'link', 'hard link'),
  size: fc.integer({ min: 1, max: 50_000 }),
})
type Entry = typeof entry extends fc.Arbitrary<infer Value> ? Value : never

async function plant(root: string, entries: readonly Entry[]): Promise<void> {
  const folders = [root]
  const files: string[] = []
  for (const [index, { folder, kind, size }] of entries.entries()) {
    const place = path.join(folders[folder % folders.length] ?? root, `${kind} ${String(index)}`)
    const earlier = files[size % Math.max(files.length, 1)]
    if (kind === 'folder') {
      await mkdir(place)
      folders.push(place)
    } else if (kind === 'link') await symlink('/etc', place)
    else if (kind === 'hard link' && earlier !== undefined) await link(earlier, place)
    else {
      await writeFile(place, kind === 'file' ? Buffer.alloc(size, 1) : '')
      if (kind === 'sparse') await truncate(place, size * 1000)
      files.push(place)
    }
  }
}

/** What `du` says of the entries of a folder, and 4 KiB for each file that it says takes less. */
async function bytesByDu(folder: string): Promise<number> {
  const script = `du -c --block-size=1 -s -- * | tail -n 1 | cut -f 1; find . -mindepth 1 -printf '%i %b\\n' | sort -u`
  const { stdout } = await execa('sh', ['-c', script], { cwd: folder })
  const [total, ...inodes] = stdout.split('\n')
  const missing = inodes.map((line) => Math.max(0, 4096 - Number(line.split(' ')[1]) * 512))
  return Number(total) + missing.reduce((sum, bytes) => sum + bytes, 0)
}

describe('the bytes of a project', () => {
  it('are those that du counts, and a block for what takes none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 60 }), async (entries) => {
        await using folder = await temporaryFolder()
        await plant(folder.path, entries)
        expect(await diskUsage([folder.path], Infinity, Infinity)).toBe(await bytesByDu(folder.path))
      }),
      { numRuns: 20 },
    )
  })

  it('reach a limit as soon as there are more bytes or entries than it allows, and not before', async () => {
    await using folder = await temporaryFolder()
    await plant(
      folder.path,
      Array.from({ length: 9 }, () => ({ folder: 0, kind: 'file' as const, size: 4000 })),
    )
    const all = await diskUsage([folder.path], Infinity, Infinity)
    expect(await diskUsage([folder.path], all, 9)).toBe(all)
    expect(await diskUsage([folder.path], all - 1, 9)).toBeGreaterThan(all - 1)
    expect(await diskUsage([folder.path], 10 * MiB, 8)).toBe(10 * MiB + 1)
    // It stops there: a huge tree would cost time.
    expect(await diskUsage([folder.path], 4096, 9)).toBe(2 * 4096)
  })
})
