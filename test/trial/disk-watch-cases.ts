/** Shared by the tests of disk-watch. */
import { link, mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diskUsage } from '../../harness/sandbox/disk.ts'
import { runModule, temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'

export const NEEDS = await needs('root', 'mount namespaces')

/** The size of the small disk, in MiB. */
const SIZE = 128

/** Runs code on a new small disk, whose folder `trial` is watched. @returns What it passed to `say` */
export async function onSmallDisk(code: string): Promise<unknown> {
  await using disk = await temporaryFolder()
  const module = `
import { mkdir, writeFile } from 'node:fs/promises'
import { watchDisk } from 'HARNESS/trial/disk-watch.ts'
import { openSandbox } from 'HARNESS/sandbox/index.ts'
import { PROJECT_LIMITS } from 'HARNESS/sandbox/limits.ts'
const MiB = 1024 * 1024
const disk = ${JSON.stringify(disk.path)}
const trial = disk + '/trial'
await mkdir(trial + '/project', { recursive: true })
const put = (place, size) => writeFile(disk + '/' + place, Buffer.alloc(size * MiB, 1))
const say = (value) => console.log(JSON.stringify({ value }))
${code}
`
  const script = `mount -t tmpfs -o size=${String(SIZE)}m,mode=755 tmpfs ${disk.path} && exec "$@"`
  const ended = await runModule(module, ['unshare', '-m', 'sh', '-c', script, 'run'])
  if (ended.exitCode !== 0) throw new Error(ended.stderr)
  return (JSON.parse(ended.stdout) as { readonly value?: unknown }).value
}

/** An entry of a tree: its folder by number, and its kind with a size. */
const entry = fc.record({
  folder: fc.nat(),
  kind: fc.constantFrom('file', 'file', 'folder', 'empty', 'sparse', 'link', 'hard link'),
  size: fc.integer({ min: 1, max: 50_000 }),
})
type Entry = typeof entry extends fc.Arbitrary<infer Value> ? Value : never

export async function plant(root: string, entries: readonly Entry[]): Promise<void> {
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

export function countsLikeDu(numRuns: number): void {
  it('are those that du counts, and a block for what takes none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 60 }), async (entries) => {
        await using folder = await temporaryFolder()
        await plant(folder.path, entries)
        expect(await diskUsage([folder.path], Infinity, Infinity)).toBe(await bytesByDu(folder.path))
      }),
      { numRuns },
    )
  })
}
