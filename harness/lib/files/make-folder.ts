import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a folder that a user named, with the missing ones above it. Node's own `recursive` never ends where a file system says
 * that an existing folder does not exist, as /proc does for a new one.
 * @throws The system's error for the first folder that cannot be made
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = []
  let at = path.resolve(folder)
  while (!(await exists(at))) {
    missing.unshift(at)
    at = path.dirname(at)
  }
  for (const each of missing) await mkdir(each).catch(unlessMadeMeanwhile)
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is a file`)
}

async function exists(place: string): Promise<boolean> {
  try {
    await stat(place)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function unlessMadeMeanwhile(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
