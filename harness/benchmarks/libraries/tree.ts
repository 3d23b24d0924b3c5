import { lstatSync, readdirSync, type Stats } from 'node:fs'
import path from 'node:path'
import type { UsageError } from '../../errors.ts'
import { MiB, mebibytes } from '../../lib/wording/bytes.ts'

/** The largest repository. Caches are not read. */
export const BOUNDS = { files: 5000, bytes: 64 * MiB, except: ['__pycache__', '.pytest_cache'] }

/** Makes the error of a path in the repository. */
export type Refusal = (place: string, problem: string) => UsageError

/**
 * Paths of all files of a repository. Opens no file and follows no link: what a link leads to, such as the whole machine or a key
 * of the user, is not part of the dataset.
 * @throws the refusal of the first link, device or socket, or of a repository that is too large
 */
export function listTree(folder: string, refusal: Refusal): string[] {
  const listed: string[] = []
  const open = readdirSync(folder)
  let [bytes, folders] = [0, 0]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const status = lstatSync(path.join(folder, place))
    const problem = problemOf(status)
    if (problem !== undefined) throw refusal(place, problem)
    if (status.isDirectory()) {
      folders += 1
      for (const name of readdirSync(path.join(folder, place))) open.push(`${place}/${name}`)
    } else {
      bytes += status.size
      listed.push(place)
    }
    const excess = excessOf(listed.length, folders, bytes)
    if (excess !== undefined) throw refusal(place, excess)
  }
  return listed.toSorted()
}

function problemOf(status: Stats): string | undefined {
  if (status.isSymbolicLink()) return 'is a link, which is not followed; put the file or the folder itself there'
  if (!status.isDirectory() && !status.isFile())
    return 'is neither a file nor a folder (a pipe, a device or a socket); remove it'
  if (status.isFile() && status.size > BOUNDS.bytes)
    return `is larger than ${mebibytes(BOUNDS.bytes)}, the limit of a whole repository; remove it or make it smaller`
  return undefined
}

function excessOf(files: number, folders: number, bytes: number): string | undefined {
  const limit = String(BOUNDS.files)
  if (files > BOUNDS.files) return `is one of more than ${limit} files, the limit of a repository; remove some`
  if (folders > BOUNDS.files) return `is one of more than ${limit} folders, the limit of a repository; remove some`
  if (bytes <= BOUNDS.bytes) return undefined
  return `exceeds the ${mebibytes(BOUNDS.bytes)} that all files of a repository may have; remove some`
}

/** The status of what has this path, also of a link; undefined if there is nothing, or if it cannot be reached. */
export function statusOf(place: string): Stats | undefined {
  try {
    return lstatSync(place)
  } catch {
    return undefined
  }
}
