import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'

/** Entries of a project's folder. More than this counts as reaching the disk limit. */
export const MOST_ENTRIES = 200_000

/**
 * Bytes on disk of the files below some folders. Does not follow links, and stops counting past the limit, so that a huge tree
 * does not cost time. Folders that vanish during the count are skipped.
 */
export async function diskUsage(folders: readonly string[], limit: number, entriesLimit: number): Promise<number> {
  let bytes = 0
  let entries = 0
  const open = [...folders]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const parent = folder
    for (const entry of await readdir(parent, { withFileTypes: true }).catch(() => [])) {
      entries += 1
      if (bytes > limit || entries > entriesLimit) return Math.max(bytes, limit + 1)
      const place = path.join(parent, entry.name)
      if (entry.isDirectory()) open.push(place)
      bytes += bytesOf(place)
      if (entries % SLICE === 0) await setImmediate()
    }
  }
  return bytes
}

/** The unit of `st_blocks`, on every system. */
const BLOCK = 512
/** The least an entry counts for: some file systems store small files inline and report 0 blocks. */
const MIN_ENTRY_BYTES = 4096
/** Entries between two yields to the event loop: one entry takes microseconds, a yield takes longer. */
const SLICE = 500

function bytesOf(file: string): number {
  try {
    return Math.max(lstatSync(file).blocks * BLOCK, MIN_ENTRY_BYTES)
  } catch {
    // It vanished, or its path is too long for the system. The entry still counts.
    return MIN_ENTRY_BYTES
  }
}
