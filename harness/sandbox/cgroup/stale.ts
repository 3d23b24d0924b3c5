import { readdir, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { MARK_PATTERN, ownerHasEnded } from '../../lib/files/owner.ts'

const NAME = new RegExp(`^pe-${MARK_PATTERN}-[0-9a-f]+$`)

/**
 * Removes the empty groups of harnesses that have ended. A group that still holds a process stays, and so does one of another
 * container: containers may share these folders, and the numbers of their processes mean nothing here.
 */
export async function removeStale(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => [])
    const stale = names.filter((name) => NAME.test(name) && ownerHasEnded(name))
    // Another harness may be removing the same group.
    await Promise.all(stale.map((name) => rmdir(path.join(folder, name)).catch(() => undefined)))
  }
}
