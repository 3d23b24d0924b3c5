import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { UsageError } from '../../errors.ts'
import { ownerHasEnded, ownerMark, ownerState, type OwnerState } from './owner.ts'

/**
 * Locks a folder for this process. Takes over the lock of a process that has ended.
 * @returns A function that releases the lock
 * @throws UsageError if another live process holds the lock
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'lock')
  const holder = await acquire(file)
  if (holder !== undefined)
    throw new UsageError(
      `${folder} is in use by process ${processIn(holder)}; wait until it has ended, or stop it, and try again. ` +
        `If it was killed on another machine, remove ${file}`,
    )
  return () => rm(file, { force: true })
}

/** A process that has locked a folder, and did not release it. */
export interface LockHolder {
  readonly pid: number
  readonly host: string
  readonly state: OwnerState
}

/** The process that holds the lock of a folder; undefined if it is not locked. */
export async function lockHolder(folder: string): Promise<LockHolder | undefined> {
  const holder = await holderOf(path.join(folder, 'lock'))
  if (holder === undefined) return undefined
  const [pid = '', host = ''] = processIn(holder).split('@')
  return { pid: Number(pid), host, state: ownerState(holder) }
}

/** @returns The live process that holds the lock; undefined if this process has acquired it */
async function acquire(file: string): Promise<string | undefined> {
  for (;;) {
    if (await tryLock(file)) return undefined
    const holder = await holderOf(file)
    const other = holder === undefined || isAlive(holder) ? holder : await removeDead(file)
    if (other !== undefined) return other
  }
}

/**
 * Removes a stale lock. It holds a second lock and reads the stale one again: otherwise a process that saw the stale lock before
 * another one took over would remove the new lock.
 * @returns The live process that is taking over the lock
 */
async function removeDead(file: string): Promise<string | undefined> {
  const own = `${file}.takeover`
  const other = await acquire(own)
  if (other !== undefined) return other
  try {
    const holder = await holderOf(file)
    if (holder !== undefined && !isAlive(holder)) await rm(file)
    return undefined
  } finally {
    await rm(own, { force: true })
  }
}

/** Undefined if the lock has just been released. */
async function holderOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A hard link appears together with its content, so that no process reads a lock without a holder. */
async function tryLock(file: string): Promise<boolean> {
  const own = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(own, `${String(process.pid)}@${hostname()} ${ownerMark()}`, { flag: 'wx' })
  try {
    await link(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(own, { force: true })
  }
}

/** A holder on another machine cannot be checked, so it counts as alive. Another process with the pid of the holder is not the holder. */
function isAlive(holder: string): boolean {
  return !ownerHasEnded(holder)
}

/** The pid and the machine, for people. */
function processIn(holder: string): string {
  return holder.split(' ')[0] ?? holder
}
