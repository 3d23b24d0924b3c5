import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'

/** Entries of a project's folder. More than this counts as reaching the disk limit. */
export const MOST_ENTRIES = 200_000

/**
 * Bytes on disk of the files below some folders; a file with several names counts once. Does not follow links, and stops counting
 * past the limit, so that a huge tree does not cost time. Folders that vanish during the count are skipped.
 */
export async function diskUsage(folders: readonly string[], limit: number, entriesLimit: number): Promise<number> {
  let bytes = 0
  let entries = 0
  const linked = new Set<string>()
  const open = [...folders]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const parent = folder
    for (const entry of await readdir(parent, { withFileTypes: true }).catch(() => [])) {
      entries += 1
      if (bytes > limit || entries > entriesLimit) return Math.max(bytes, limit + 1)
      const place = path.join(parent, entry.name)
      if (entry.isDirectory()) open.push(place)
      bytes += bytesOf(place, linked)
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

/** @param linked Files with several names that were counted before */
function bytesOf(file: string, linked: Set<string>): number {
  try {
    const status = lstatSync(file)
    if (status.nlink > 1 && !status.isDirectory() && !isFirst(file, linked)) return 0
    return Math.max(status.blocks * BLOCK, MIN_ENTRY_BYTES)
  } catch {
    // It vanished, or its path is too long for the system. The entry still counts.
    return MIN_ENTRY_BYTES
  }
}

/** Whether no other name of a file was counted before. */
function isFirst(file: string, linked: Set<string>): boolean {
  // Some file systems have inode numbers that are larger than a number can hold exactly.
  const { dev, ino } = lstatSync(file, { bigint: true })
  const id = `${String(dev)} ${String(ino)}`
  if (linked.has(id)) return false
  linked.add(id)
  return true
}
