import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownerHasEnded, ownerMark } from '../../../harness/lib/files/owner.ts'
import { removeStaleScratch } from '../../../harness/lib/files/scratch.ts'
import { needs } from '../../needs.ts'

const ROOT = await needs('root')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pe-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const MODULE = path.resolve(import.meta.dirname, '../../../harness/lib/files/scratch.ts')

/** A process with a scratch folder and a child process in that folder. Prints the child's id. */
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
  it('of a killed harness are removed at the next start, together with processes in them; those of a live one stay', async () => {
    const [killed, alive] = [await startHolder(), await startHolder()]
    try {
      expect(await scratches()).toHaveLength(2)
      const ended = once(killed.child, 'exit')
      killed.child.kill('SIGKILL')
      await ended
      await removeStaleScratch(folder)
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
  })

  it('are removed even if they contain folders without permissions, without following links', async () => {
    const outside = path.join(folder, 'outside')
    await mkdir(outside)
    await writeFile(path.join(outside, 'kept'), '')
    const stale = path.join(folder, `pe-${await staleMark()}-abcdef`)
    await mkdir(path.join(stale, 'locked/inner'), { recursive: true })
    await symlink(outside, path.join(stale, 'link'))
    await symlink(outside, path.join(stale, 'locked/link'))
    await chmod(path.join(stale, 'locked'), 0)
    const planted = path.join(folder, `pe-${await staleMark()}-ghijkl`)
    await symlink(outside, planted)
    await removeStaleScratch(folder)
    expect(existsSync(stale)).toBe(false)
    expect(existsSync(planted)).toBe(true)
    expect(await readdir(outside)).toEqual(['kept'])
  })

  it('are removed if they belong to the user of a trial, and not to any other', ROOT, async () => {
    const [ofTrial, ofOther] = [60_100, 59_999]
    for (const [letters, user] of [
      ['abcdef', ofTrial],
      ['ghijkl', ofOther],
    ] as const) {
      const stale = path.join(folder, `pe-calibrate-${await staleMark()}-${letters}`)
      await mkdir(stale)
      await chown(stale, user, user)
    }
    await removeStaleScratch(folder)
    expect((await readdir(folder)).map((name) => name.slice(-6))).toEqual(['ghijkl'])
  })

  it('stay if they belong to another machine or to this process, or if only the beginning of the name matches', async () => {
    const mark = await staleMark()
    const names = [
      `pe-${'0'.repeat(8)}-1-1-abcdef`,
      `pe-${ownerMark()}-abcdef`,
      `pe-${mark}`,
      `other-${mark}-abcdef`,
      'pe-abcdef',
    ]
    for (const name of names) await mkdir(path.join(folder, name))
    await removeStaleScratch(folder)
    expect((await readdir(folder)).toSorted()).toEqual(names.toSorted())
  })
})

describe('the owner mark of a process', () => {
  it('belongs to a live process only while it lives, even if its pid is reused', () => {
    const [space = '', pid = '', start = ''] = ownerMark().split('-')
    expect(ownerHasEnded(`${space}-${pid}-${start}`)).toBe(false)
    expect(ownerHasEnded(`${space}-${pid}-${String(Number(start) - 1)}`)).toBe(true)
  })
})

/** The mark of a process that has ended. */
async function staleMark(): Promise<string> {
  const child = spawn('sleep', ['1000'])
  const mark = ownerMark(child.pid)
  child.kill('SIGKILL')
  await once(child, 'exit')
  return mark
}

/** A zombie counts as gone. */
function state(pid: number): 'alive' | 'gone' {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z') ? 'gone' : 'alive'
  } catch {
    return 'gone'
  }
}
