import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import path from 'node:path'

/** The least that an entry counts for, so that a tree of empty files is bounded too. */
const MIN_ENTRY_BYTES = 4096

/** A tree is too large to be copied. */
export class TreeTooLarge extends Error {}

interface Entry {
  /** Relative to the folder. */
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link'
}

/**
 * Copies the files, folders and links (as links) below a folder; pipes, sockets and devices are left out. Nothing may write to the
 * folder meanwhile. Where the file system can, files share their blocks with the originals.
 * @throws TreeTooLarge before anything is written
 */
export async function copyTree(folder: string, to: string, limit: number): Promise<void> {
  const entries = await entriesOf(folder, limit)
  await mkdir(to, { recursive: true })
  for (const { name, kind } of entries) {
    const [source, target] = [path.join(folder, name), path.join(to, name)]
    if (kind === 'folder') await mkdir(target, { recursive: true })
    else if (kind === 'file') await copyFile(source, target, constants.COPYFILE_FICLONE)
    else await symlink(await readlink(source), target)
  }
}

/**
 * Folders come before what is in them. A copy does not keep holes, and has a file of its own for each name: so each name counts with
 * its whole length.
 */
async function entriesOf(folder: string, limit: number): Promise<Entry[]> {
  const entries: Entry[] = []
  let bytes = 0
  const open = ['']
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const child of await readdir(path.join(folder, parent))) {
      const name = path.join(parent, child)
      const status = await lstat(path.join(folder, name))
      const kind = status.isDirectory() ? 'folder' : status.isFile() ? 'file' : 'link'
      if (kind === 'link' && !status.isSymbolicLink()) continue
      if (kind === 'folder') open.push(name)
      bytes += Math.max(kind === 'file' ? status.size : 0, MIN_ENTRY_BYTES)
      if (bytes > limit) throw new TreeTooLarge(`a copy of ${folder} would have more than ${String(limit)} bytes`)
      entries.push({ name, kind })
    }
  }
  return entries
}
