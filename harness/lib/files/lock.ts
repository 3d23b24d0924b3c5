import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { UsageError } from '../../errors.ts'

/**
 * Takes a folder for this process alone. A lock whose process has ended is taken over.
 * @returns What gives it back
 * @throws UsageError where another living process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'lock')
  const holder = await acquire(file)
  if (holder !== undefined)
    throw new UsageError(`${folder} is being written by process ${holder}; wait for it, or stop it and try again`)
  return () => rm(file, { force: true })
}

/** @returns The living process that has it, or undefined where this one has it now */
async function acquire(file: string): Promise<string | undefined> {
  for (;;) {
    if (await tryLock(file)) return undefined
    const holder = await holderOf(file)
    const other = holder === undefined || isAlive(holder) ? holder : await removeDead(file)
    if (other !== undefined) return other
  }
}

/**
 * Removes a lock whose process has ended, under a lock of its own and after another look: whoever saw the dead one before
 * somebody else took over would otherwise remove the new one.
 * @returns The living process that is doing the same
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

/** Undefined where the lock has just been given back. */
async function holderOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A hard link appears with its content or not at all, so that nobody reads a lock without a holder. */
async function tryLock(file: string): Promise<boolean> {
  const own = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(own, `${String(process.pid)}@${hostname()}`, { flag: 'wx' })
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

/** A holder on another machine cannot be asked, so it is taken to be alive. */
function isAlive(holder: string): boolean {
  const [pid, host] = holder.split('@')
  if (host !== hostname()) return true
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
