import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import path from 'node:path'

/** The least that an entry counts for, so that a tree of empty files is bounded too. */
const MIN_ENTRY_BYTES = 4096

/** A tree is too large to be copied. */
export class TreeTooLarge extends Error {}

interface Entry {
  /** Relative to the folder. Bytes: as text, names that are not UTF-8 would be those of other files. */
  readonly name: Buffer
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
    const [source, target] = [joined(Buffer.from(folder), name), joined(Buffer.from(to), name)]
    if (kind === 'folder') await mkdir(target, { recursive: true })
    else if (kind === 'file') await copyFile(source, target, constants.COPYFILE_FICLONE)
    else await symlink(await readlink(source, 'buffer'), target)
  }
}

/**
 * Folders come before what is in them. A copy does not keep holes, and has a file of its own for each name: so each name counts with
 * its whole length.
 */
async function entriesOf(folder: string, limit: number): Promise<Entry[]> {
  const entries: Entry[] = []
  let bytes = 0
  const root = Buffer.from(folder)
  const open: Buffer[] = [Buffer.alloc(0)]
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const child of await readdir(joined(root, parent), { encoding: 'buffer' })) {
      const name = joined(parent, child)
      const status = await lstat(joined(root, name))
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

function joined(parent: Buffer, child: Buffer): Buffer {
  return parent.length === 0 || child.length === 0
    ? Buffer.concat([parent, child])
    : Buffer.concat([parent, SEPARATOR, child])
}
const SEPARATOR = Buffer.from(path.sep)
