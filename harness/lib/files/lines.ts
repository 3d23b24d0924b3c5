import { open } from 'node:fs/promises'

/** Bytes per read, from the end. */
const CHUNK = 64 * 1024
const NEWLINE = 0x0a

/** Truncates a file after its last newline. A killed writer may have left an incomplete last line. */
export async function truncateIncompleteLine(file: string): Promise<void> {
  const handle = await open(file, 'r+').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  if (!handle) return
  try {
    const { size } = await handle.stat()
    let end = size
    while (end > 0) {
      const length = Math.min(CHUNK, end)
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
