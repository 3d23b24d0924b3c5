import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'

/** Files that are open at a time, of all trials together: the system's limit is one for the whole process. */
export const openFiles = pLimit(64)

/** Writes to a temporary name beside the file and renames it, so that a reader sees all of it or nothing. */
export async function writeAtomically(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  // Not made from the name of the file, which may be as long as names can be.
  const temporary = path.join(path.dirname(file), `.${randomBytes(8).toString('hex')}.tmp`)
  try {
    await writeFile(temporary, content, { flag: 'wx' })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
