import { lstat } from 'node:fs/promises'
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
  await refuseSpecial(file)
  try {
    await writeParts(file, parts)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw new UsageError(`${file} cannot be written: ${messageOf(error)}`)
  }
}

/**
 * The file is replaced as a whole: a device, a pipe or a link in its place would be gone, or lead elsewhere.
 * @throws UsageError if something else than a file has that name
 */
async function refuseSpecial(file: string): Promise<void> {
  const found = await lstat(file).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new UsageError(`${file} cannot be written: ${messageOf(error)}`)
  })
  if (found === undefined || found.isFile()) return
  const kind = found.isSymbolicLink() ? 'a link' : found.isDirectory() ? 'a folder' : 'a device or a pipe'
  throw new UsageError(
    `${file} is ${kind}, which is not replaced: name another file, or leave it out to print the result`,
  )
}

async function print(parts: Parts): Promise<void> {
  // Each pipeline leaves a listener on a stream that it does not end. A program prints once; tests print often in one process.
  process.stdout.setMaxListeners(0)
  try {
    await pipeline(Readable.from(parts), process.stdout, { end: false })
  } catch (error) {
    // The reader has closed the pipe early, as `head` does.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}
