/** Writes codes as PNG files: one bit for each pixel, black or white. */
import { deflateSync } from 'node:zlib'
import { crc32 } from './crc32.js'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** One bit a sample, shades of grey, and the only methods of packing, filtering and ordering. */
const ONE_BIT_GREY = [1, 0, 0, 0, 0]

/** Writes a number as four bytes. */
function fourBytes(number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}

/** Writes a chunk: its length, its type, its content and a checksum of the last two. */
function chunk(type, content) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  return Buffer.concat([fourBytes(content.length), body, fourBytes(crc32(body))])
}

/** Writes a row of pixels, eight in a byte from the left, after the byte that says that it is not filtered. */
function rowOf({ modules, isDark }, size, y) {
  const bytes = Buffer.alloc(1 + Math.ceil(size / 8))
  const moduleAt = (pixel) => Math.floor((pixel * modules) / size)
  for (let x = 0; x < size; x += 1) {
    if (!isDark(moduleAt(y), moduleAt(x))) bytes[1 + (x >> 3)] |= 0x80 >> (x & 7)
  }
  return bytes
}

/** Draws a code as a PNG file of a size in pixels. */
export function png(code, size) {
  const header = Buffer.concat([fourBytes(size), fourBytes(size), Buffer.from(ONE_BIT_GREY)])
  const rows = Array.from({ length: size }, (_, y) => rowOf(code, size, y))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
