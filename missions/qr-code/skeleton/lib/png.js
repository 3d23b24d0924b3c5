/** Writes codes as PNG files: one bit for each pixel, black or white. */
import { deflateSync } from 'node:zlib'
import { crc32 } from './crc32.js'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** One bit a sample, shades of grey, and the only methods of packing, filtering and ordering. */
const ONE_BIT_GREY = [1, 0, 0, 0, 0]

/** Writes a number as four bytes. */
function fourBytes(number) {
  // Writes a number as four bytes.
}

/** Writes a chunk: its length, its type, its content and a checksum of the last two. */
function chunk(type, content) {
  // Writes a chunk: its length, its type, its content and a checksum of the last two.
}

/** Writes a row of pixels, eight in a byte from the left, after the byte that says that it is not filtered. */
function rowOf({ modules, isDark }, size, y) {
  // Writes a row of pixels, eight in a byte from the left, after the byte that says that it is not
  // filtered.
}

/** Draws a code as a PNG file of a size in pixels. */
export function png(code, size) {
  // Draws a code as a PNG file of a size in pixels.
}
