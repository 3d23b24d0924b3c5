import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'

/** Entries of a project's folder: who makes more has reached the limit of the disk. */
export const MOST_ENTRIES = 200_000

/**
 * Bytes that the files below some folders take, links not followed. Stops counting past the limit, so that a tree of a
 * million files costs no more than it must. What vanishes while it is counted does not count.
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
/** What an entry takes at least: some file systems keep small files among the names and say that they take nothing. */
const LEAST = 4096
/** Entries that are looked at in one go: a look takes microseconds, and a turn of the loop for each would take longer. */
const SLICE = 500

function bytesOf(file: string): number {
  try {
    return Math.max(lstatSync(file).blocks * BLOCK, LEAST)
  } catch {
    // It has vanished, or its path is longer than the system takes: either way an entry was there.
    return LEAST
  }
}
