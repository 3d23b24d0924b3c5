import { isUtf8 } from 'node:buffer'
import { lstat, readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { ProjectFile } from '../../contracts/types.ts'

export interface FolderLimits {
  readonly files: number
  readonly bytes: number
  /** Names of files and folders to skip. */
  readonly except: readonly string[]
  /** Called for links, devices and sockets, which are then skipped. Without it they are an error. */
  readonly onOther?: (path: string) => void
}

/** A folder is too large, or contains something that is not a regular file or cannot be read. The message names it. */
export class FolderProblem extends Error {}

/** Problems that the author of a folder can cause, by error code. */
const UNREADABLE: Readonly<Record<string, string>> = {
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
  ENAMETOOLONG: 'has a path that is too long to be read',
}

/**
 * All regular files below a folder, sorted by path. Links, devices and sockets are refused, not followed.
 * @throws FolderProblem
 */
export async function readFolder(folder: string, limits: FolderLimits): Promise<ProjectFile[]> {
  return walk(folder, limits).catch((error: unknown) => {
    const { code = '', path: place = folder } = error as NodeJS.ErrnoException
    const reason = UNREADABLE[code]
    if (reason === undefined) throw error
    throw new FolderProblem(`${place.slice(0, LONGEST_PLACE)} ${reason}`, { cause: error })
  })
}

/** Characters of a path to show in a message. */
const LONGEST_PLACE = 300

async function walk(folder: string, limits: FolderLimits): Promise<ProjectFile[]> {
  const files: ProjectFile[] = []
  let [bytes, folders] = [0, 0]
  const open = await namesIn(folder)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const name = next
    if (limits.except.includes(path.basename(name))) continue
    const full = path.join(folder, name)
    const status = await lstat(full)
    if (status.isDirectory()) {
      folders += 1
      if (folders > limits.files)
        throw new FolderProblem(`${folder} contains more than ${String(limits.files)} folders`)
      open.push(...(await namesIn(full)).map((child) => `${name}/${child}`))
    } else if (status.isFile()) {
      bytes += status.size
      if (files.length >= limits.files)
        throw new FolderProblem(`${folder} contains more than ${String(limits.files)} files`)
      if (bytes > limits.bytes) throw new FolderProblem(`${folder} contains more than ${String(limits.bytes)} bytes`)
      files.push({ path: name, content: await readFile(full) })
    } else if (limits.onOther) {
      limits.onOther(name)
    } else {
      throw new FolderProblem(`${full} is neither a file nor a folder (a link, a device or a socket)`)
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Read as bytes: in text, names that are not UTF-8 would become the names of other files. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { encoding: 'buffer' })
  const foreign = names.find((name) => !isUtf8(name))
  if (foreign === undefined) return names.map((name) => name.toString())
  throw new FolderProblem(`${folder} contains a name that is not UTF-8: ${foreign.toString('latin1')}`)
}
