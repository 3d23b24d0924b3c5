import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownerHasEnded, ownerMark } from '../../../harness/lib/files/owner.ts'
import { removeScratchOfTheDead } from '../../../harness/lib/files/scratch.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pe-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const MODULE = path.resolve(import.meta.dirname, '../../../harness/lib/files/scratch.ts')

/** A process with a scratch folder in ours, and with another process that works in it. It says the id of that one. */
const HOLDER = `
  const { scratchFolder } = await import(${JSON.stringify(MODULE)})
  const { spawn } = await import('node:child_process')
  const { path } = await scratchFolder()
  const left = spawn('sleep', ['1000'], { cwd: path, detached: true, stdio: 'ignore' })
  console.log(left.pid)
  setInterval(() => undefined, 1000)`

async function startHolder() {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', HOLDER], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [left] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, left: Number(left) }
}

const scratches = async () => (await readdir(folder)).filter((name) => name.startsWith('pe-'))

describe('scratch folders', () => {
  it(
    'of a harness that was killed go at the next start, with what still runs in them; those of a living one stay',
    { timeout: 60_000 },
    async () => {
      const [killed, alive] = [await startHolder(), await startHolder()]
      try {
        expect(await scratches()).toHaveLength(2)
        const ended = once(killed.child, 'exit')
        killed.child.kill('SIGKILL')
        await ended
        await removeScratchOfTheDead(folder)
        expect(await scratches()).toHaveLength(1)
        expect((await scratches())[0]).toContain(`-${String(alive.child.pid)}-`)
        await expect.poll(() => state(killed.left)).not.toBe('alive')
        expect(state(alive.left)).toBe('alive')
      } finally {
        for (const { child, left } of [killed, alive]) {
          child.kill('SIGKILL')
          if (state(left) === 'alive') process.kill(left, 'SIGKILL')
        }
      }
    },
  )

  it('are removed with locked folders in them, and no link is followed', async () => {
    const outside = path.join(folder, 'outside')
    await mkdir(outside)
    await writeFile(path.join(outside, 'kept'), '')
    const dead = path.join(folder, `pe-${await markOfTheDead()}-abcdef`)
    await mkdir(path.join(dead, 'locked/inner'), { recursive: true })
    await symlink(outside, path.join(dead, 'link'))
    await symlink(outside, path.join(dead, 'locked/link'))
    await chmod(path.join(dead, 'locked'), 0)
    const planted = path.join(folder, `pe-${await markOfTheDead()}-ghijkl`)
    await symlink(outside, planted)
    await removeScratchOfTheDead(folder)
    expect(existsSync(dead)).toBe(false)
    expect(existsSync(planted)).toBe(true)
    expect(await readdir(outside)).toEqual(['kept'])
  })

  it('of others stay: of another machine, of this process, and what only has such a beginning', async () => {
    const mark = await markOfTheDead()
    const names = [
      `pe-${'0'.repeat(8)}-1-1-abcdef`,
      `pe-${ownerMark()}-abcdef`,
      `pe-${mark}`,
      `other-${mark}-abcdef`,
      'pe-abcdef',
    ]
    for (const name of names) await mkdir(path.join(folder, name))
    await removeScratchOfTheDead(folder)
    expect((await readdir(folder)).toSorted()).toEqual(names.toSorted())
  })
})

describe('the mark of a process', () => {
  it('is that of a living one only while it lives, also where its number is used again', () => {
    const [space = '', pid = '', start = ''] = ownerMark().split('-')
    expect(ownerHasEnded(`${space}-${pid}-${start}`)).toBe(false)
    expect(ownerHasEnded(`${space}-${pid}-${String(Number(start) - 1)}`)).toBe(true)
  })
})

/** Of a process that has ended. */
async function markOfTheDead(): Promise<string> {
  const child = spawn('sleep', ['1000'])
  const mark = ownerMark(child.pid)
  child.kill('SIGKILL')
  await once(child, 'exit')
  return mark
}

/** A process that was killed and that nobody has waited for yet has ended, too. */
function state(pid: number): 'alive' | 'gone' {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z') ? 'gone' : 'alive'
  } catch {
    return 'gone'
  }
}
