import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

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
      if (entry.isDirectory()) open.push(path.join(parent, entry.name))
      else bytes += await bytesOf(path.join(parent, entry.name))
    }
  }
  return bytes
}

const BLOCK = 512

async function bytesOf(file: string): Promise<number> {
  const status = await lstat(file).catch(() => undefined)
  return status === undefined ? 0 : status.blocks * BLOCK
}
