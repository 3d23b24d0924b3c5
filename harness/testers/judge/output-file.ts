import { constants } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import path from 'node:path'
import type { Comparison, Difference } from './compare.ts'

/** Compares a file that a program wrote. The program may have put anything in its place, which is then no answer. */
export async function feedFile(file: string, comparison: Comparison): Promise<Difference | undefined> {
  const nothing = { byte: 0, expected: `a file ${path.basename(file)}`, got: 'none' }
  const handle = await openFile(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  )
  if (!handle) return nothing
  await using open = handle
  if (!(await open.stat()).isFile()) return nothing
  const buffer = Buffer.alloc(64 * 1024)
  for (let position = 0; ;) {
    const { bytesRead } = await open.read(buffer, 0, buffer.length, position)
    if (bytesRead === 0) return undefined
    comparison.feed(buffer.subarray(0, bytesRead))
    position += bytesRead
  }
}
