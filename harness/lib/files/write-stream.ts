import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from './make-folder.ts'

export type Parts = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** Streams to a temporary file beside the target and renames it, so that readers see the whole file or nothing. */
export async function writeParts(file: string, parts: Parts): Promise<void> {
  await makeFolder(path.dirname(file))
  const temporary = path.join(path.dirname(file), `.${randomBytes(8).toString('hex')}.tmp`)
  try {
    await pipeline(Readable.from(parts), createWriteStream(temporary, { flags: 'wx' }))
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
