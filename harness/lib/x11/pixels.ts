import type { Picture } from '../../contracts/types.ts'

/** Bytes of a reply before its data. */
const HEAD = 32

/**
 * The picture in a reply to GetImage on a screen with 24 bits: blue, green, red and an unused byte for each pixel. It takes the
 * memory of the reply.
 * @returns Undefined if the reply is shorter than the picture
 */
export function pictureOf(reply: Buffer, width: number, height: number): Picture | undefined {
  const count = width * height
  if (reply.length < HEAD + 4 * count) return undefined
  // Each reply has memory of its own, which begins at a multiple of four bytes, as an array of words needs.
  const given = new Uint8Array(reply.buffer, reply.byteOffset + HEAD, 4 * count)
  const words = new Uint32Array(given.buffer, given.byteOffset, count)
  for (let index = 0; index < count; index += 1) {
    const word = words[index] ?? 0
    words[index] = 0xff000000 | ((word & 0xff) << 16) | (word & 0xff00) | ((word >> 16) & 0xff)
  }
  return { width, height, pixels: given }
}
