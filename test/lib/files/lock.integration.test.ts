import { once } from 'node:events'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../harness/errors.ts'
import { lockFolder } from '../../../harness/lib/files/lock.ts'
import { ownerMark } from '../../../harness/lib/files/owner.ts'
import { temporaryFolder } from '../../helpers.ts'

/** The id of a process that has just ended. */
async function deadPid(): Promise<number> {
  const child = execa('true')
  if (child.pid === undefined) throw new Error('no process was started')
  const { pid } = child
  await child
  return pid
}

function lockOf(pid: number): string {
  return `${String(pid)}@${hostname()} ${ownerMark(pid)}`
}

describe('lockFolder', () => {
  it('refuses a second holder and names the first one', async () => {
    await using folder = await temporaryFolder()
    const release = await lockFolder(folder.path)
    const second = lockFolder(folder.path)
    await expect(second).rejects.toThrow(UsageError)
    await expect(second).rejects.toThrow(`process ${String(process.pid)}`)
    await expect(second).rejects.toThrow(folder.path)
    await release()
  })

  it('refuses a folder that another live process has locked, until that process has ended', async () => {
    await using folder = await temporaryFolder()
    const child = execa('sleep', ['60'])
    await writeFile(folder.file('lock'), lockOf(child.pid ?? 0))
    await expect(lockFolder(folder.path)).rejects.toThrow(`process ${String(child.pid)}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    child.catch(() => undefined)
    await (
      await lockFolder(folder.path)
    )()
  })

  it('treats a process on another machine as alive, and names the file', async () => {
    await using folder = await temporaryFolder()
    const mark = ownerMark(await deadPid()).replace(/^[0-9a-f]{8}/, '0123abcd')
    await writeFile(folder.file('lock'), `1@elsewhere ${mark}`)
    await expect(lockFolder(folder.path)).rejects.toThrow(`remove ${folder.file('lock')}`)
    await expect(lockFolder(folder.path)).rejects.toThrow(/process 1@elsewhere;/)
  })

  it('takes over the lock of a process whose pid another process has now', async () => {
    await using folder = await temporaryFolder()
    const mark = ownerMark().replace(/\d+$/, (start) => String(Number(start) - 1))
    await writeFile(folder.file('lock'), `${String(process.pid)}@${hostname()} ${mark}`)
    const release = await lockFolder(folder.path)
    expect(await readFile(folder.file('lock'), 'utf8')).toContain(ownerMark())
    await release()
  })

  it('leaves no file after the release', async () => {
    await using folder = await temporaryFolder()
    const release = await lockFolder(folder.path)
    expect(await readdir(folder.path)).toEqual(['lock'])
    await release()
    expect(await readdir(folder.path)).toEqual([])
    await (
      await lockFolder(folder.path)
    )()
  })

  it('gives the lock to only one of many concurrent callers', async () => {
    await using folder = await temporaryFolder()
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder.path)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await readdir(folder.path)).toEqual(['lock'])
  })

  it('takes over the lock of a process that has ended', async () => {
    await using folder = await temporaryFolder()
    await writeFile(folder.file('lock'), lockOf(await deadPid()))
    const release = await lockFolder(folder.path)
    await expect(lockFolder(folder.path)).rejects.toThrow(`process ${String(process.pid)}`)
    await release()
  })

  it('gives the lock to only one of many concurrent callers that take over a stale lock', async () => {
    const stale = lockOf(await deadPid())
    /** Waits for some turns of the event loop, so that calls overlap at different points. */
    const lockLater = async (folder: string, turns: number) => {
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
      return lockFolder(folder)
    }
    for (let round = 0; round < 10; round += 1) {
      await using folder = await temporaryFolder()
      await writeFile(folder.file('lock'), stale)
      const results = await Promise.allSettled(
        Array.from({ length: 60 }, (_, index) => lockLater(folder.path, index % 12)),
      )
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })
})
