import { open } from 'node:fs/promises'

/** Bytes that are read at a time, from the end. */
const PIECE = 64 * 1024
const NEWLINE = 0x0a

/** Removes the end of a file of lines that was being written when its writer was killed: what follows the last newline. */
export async function dropHalfLine(file: string): Promise<void> {
  const handle = await open(file, 'r+').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  if (!handle) return
  try {
    const { size } = await handle.stat()
    let end = size
    while (end > 0) {
      const length = Math.min(PIECE, end)
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, end - length)
      const at = buffer.lastIndexOf(NEWLINE)
      if (at >= 0) {
        end = end - length + at + 1
        break
      }
      end -= length
    }
    if (end < size) await handle.truncate(end)
  } finally {
    await handle.close()
  }
}
