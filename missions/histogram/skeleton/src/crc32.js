/** The polynomial of the checksum, its bits reversed (ISO/IEC 15948, annex D). */
const POLYNOMIAL = 0xedb88320

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  // The function that Uint32Array.from calls, given _ and byte.
})

/**
 * Computes the checksum of a chunk of a PNG file.
 * @param {Uint8Array} bytes
 * @returns {number} A whole number of 32 bits, not negative.
 */
export function crc32(bytes) {
  // Computes the checksum of a chunk of a PNG file. Returns a whole number of 32 bits, not negative.
}
