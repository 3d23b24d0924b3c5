import { readdir, rmdir } from 'node:fs/promises'
import path from 'node:path'

const NAME = /^pe-(\d+)-[0-9a-f]+$/

/** Removes the empty groups of harnesses that have ended. A group that still holds a process stays. */
export async function removeStale(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => [])
    const stale = names.filter((name) => isDead(Number(NAME.exec(name)?.[1] ?? process.pid)))
    // Another harness may be removing the same group.
    await Promise.all(stale.map((name) => rmdir(path.join(folder, name)).catch(() => undefined)))
  }
}

function isDead(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
