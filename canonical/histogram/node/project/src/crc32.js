/** The polynomial of the checksum, its bits reversed (ISO/IEC 15948, annex D). */
const POLYNOMIAL = 0xedb88320

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? POLYNOMIAL ^ (value >>> 1) : value >>> 1
  return value
})

/**
 * Computes the checksum of a chunk of a PNG file.
 * @param {Uint8Array} bytes
 * @returns {number} A whole number of 32 bits, not negative.
 */
export function crc32(bytes) {
  let value = 0xffffffff
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
