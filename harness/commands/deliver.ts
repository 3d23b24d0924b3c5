import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UsageError, messageOf } from '../errors.ts'
import { writeParts, type Parts } from '../lib/files/write-stream.ts'

/**
 * Writes a result to the file that was named, or to standard output.
 * @throws UsageError if the file cannot be written
 */
export async function deliver(parts: Parts, file: string | undefined): Promise<void> {
  await (file === undefined ? print(parts) : writeFile(path.resolve(file), parts))
}

async function writeFile(file: string, parts: Parts): Promise<void> {
  try {
    await writeParts(file, parts)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw new UsageError(`${file} cannot be written: ${messageOf(error)}`)
  }
}

async function print(parts: Parts): Promise<void> {
  try {
    await pipeline(Readable.from(parts), process.stdout, { end: false })
  } catch (error) {
    // The reader has closed the pipe early, as `head` does.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}
