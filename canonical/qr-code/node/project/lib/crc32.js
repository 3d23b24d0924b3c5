/** The polynomial of CRC-32, bits reversed. */
const POLYNOMIAL = 0xedb88320

/** Computes the CRC-32 of bytes; Node has it built in only from version 22 on. */
export function crc32(bytes) {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
