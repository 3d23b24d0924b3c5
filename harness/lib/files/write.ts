import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'

/** Limits the files that all trials together have open: the system's limit is per process. */
export const fileLimit = pLimit(64)

/** Writes to a temporary file beside the target and renames it, so that readers see the whole file or nothing. */
export async function writeAtomically(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  // Not derived from the file's name, which may already have the maximum length.
  const temporary = path.join(path.dirname(file), `.${randomBytes(8).toString('hex')}.tmp`)
  try {
    await writeFile(temporary, content, { flag: 'wx' })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
