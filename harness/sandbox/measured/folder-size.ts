import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { MeasuredLimits } from '../../contracts/types.ts'

export interface FolderSize {
  readonly bytes: number
  readonly files: number
}

/** The unit of `st_blocks`, on every system. */
const BLOCK = 512

/** Bytes on disk and number of entries below a folder, at most up to these limits. Links are not followed. */
export async function folderSize(
  folder: string,
  most: FolderSize = { bytes: Infinity, files: 100_000 },
): Promise<FolderSize> {
  let [bytes, files] = [0, 0]
  const open = [folder]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const parent = next
    for (const entry of await readdir(parent, { withFileTypes: true }).catch(() => [])) {
      files += 1
      if (bytes > most.bytes || files > most.files) return { bytes, files }
      const place = path.join(parent, entry.name)
      if (entry.isDirectory()) open.push(place)
      // Gone meanwhile, or with a path that is too long: the entry still counts.
      else bytes += (lstatSync(place, { throwIfNoEntry: false })?.blocks ?? 0) * BLOCK
    }
  }
  return { bytes, files }
}

/** Whether a program has added more to its folder than it may. */
export async function addedTo(folder: string, before: FolderSize, limits: MeasuredLimits): Promise<boolean> {
  const most = { bytes: before.bytes + limits.diskBytes, files: before.files + limits.files }
  const now = await folderSize(folder, most)
  return now.bytes > most.bytes || now.files > most.files
}
