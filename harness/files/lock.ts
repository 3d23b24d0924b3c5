import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { UsageError } from '../errors.ts'

/**
 * Takes a folder for this process alone. A lock whose process has ended is taken over.
 * @returns What gives it back
 * @throws UsageError where another living process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'lock')
  for (;;) {
    if (await tryLock(file)) return () => rm(file, { force: true })
    const holder = await readFile(file, 'utf8').catch(() => undefined)
    if (holder !== undefined && isAlive(holder)) {
      throw new UsageError(`${folder} is being written by process ${holder}; wait for it, or stop it and try again`)
    }
    await rm(file, { force: true })
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
