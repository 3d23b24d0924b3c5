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
  // Encodes a picture as PNG (ISO/IEC 15948), true colour with 8 bits a channel.
}

/**
 * Puts before each line of pixels the byte that says that it is not filtered.
 * @param {number} width
 * @param {number} height
 * @param {Uint8Array} pixels
 * @returns {Buffer}
 */
function unfilteredLines(width, height, pixels) {
  // Puts before each line of pixels the byte that says that it is not filtered.
}

/**
 * Makes a chunk: length, type, content and checksum.
 * @param {string} type
 * @param {Buffer} content
 * @returns {Buffer}
 */
function chunk(type, content) {
  // Makes a chunk: length, type, content and checksum.
}
