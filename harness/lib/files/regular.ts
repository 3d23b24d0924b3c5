/** Reads files that another program or machine may have written. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'

/** Node cannot make a string of a file that is much larger. */
const MOST_BYTES = 500 * 1024 ** 2

/** Opening a pipe waits for its other end, unless it may not block. A link may lead anywhere. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/** The file is a link, a folder, a pipe or a device, or is too large. */
export class NotRegular extends Error {}

/**
 * @throws NotRegular; ENOENT if there is no such file
 */
export async function readRegular(file: string, mostBytes = MOST_BYTES): Promise<Buffer> {
  await using handle = await open(file, FLAGS).catch((error: unknown) => {
    throw linkOr(error)
  })
  check(await handle.stat(), mostBytes)
  return await handle.readFile()
}

/** The same, synchronously. */
export function readRegularSync(file: string, mostBytes = MOST_BYTES): Buffer {
  const descriptor = opened(file)
  try {
    check(fstatSync(descriptor), mostBytes)
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function opened(file: string): number {
  try {
    return openSync(file, FLAGS)
  } catch (error) {
    throw linkOr(error)
  }
}

/** ENXIO is the error for a socket. */
function linkOr(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ELOOP') return new NotRegular('is a link', { cause: error })
  return code === 'ENXIO' ? new NotRegular('is not a regular file', { cause: error }) : error
}

function check(status: Stats, mostBytes: number): void {
  if (!status.isFile()) throw new NotRegular('is not a regular file')
  if (status.size > mostBytes) throw new NotRegular(`has more than ${String(mostBytes)} bytes`)
}
