import { deflateSync } from 'node:zlib'
import { crc32 } from './crc32.js'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const BIT_DEPTH = 8
const TRUE_COLOUR = 2

/**
 * Encodes a picture as PNG (ISO/IEC 15948), true colour with 8 bits a channel.
 * @param {import('./canvas.js').Canvas} canvas
 * @returns {Buffer}
 */
export function encodePng({ width, height, pixels }) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([BIT_DEPTH, TRUE_COLOUR], 8)
  const data = deflateSync(unfilteredLines(width, height, pixels))
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/**
 * Puts before each line of pixels the byte that says that it is not filtered.
 * @param {number} width
 * @param {number} height
 * @param {Uint8Array} pixels
 * @returns {Buffer}
 */
function unfilteredLines(width, height, pixels) {
  const bytes = 3 * width
  const lines = Buffer.alloc(height * (bytes + 1))
  for (let y = 0; y < height; y++) lines.set(pixels.subarray(y * bytes, (y + 1) * bytes), y * (bytes + 1) + 1)
  return lines
}

/**
 * Makes a chunk: length, type, content and checksum.
 * @param {string} type
 * @param {Buffer} content
 * @returns {Buffer}
 */
function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const result = Buffer.alloc(named.length + 8)
  result.writeUInt32BE(content.length, 0)
  result.set(named, 4)
  result.writeUInt32BE(crc32(named), named.length + 4)
  return result
}
