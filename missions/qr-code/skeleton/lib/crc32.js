/** The polynomial of CRC-32, bits reversed. */
const POLYNOMIAL = 0xedb88320

/** Computes the CRC-32 of bytes; Node has it built in only from version 22 on. */
export function crc32(bytes) {
  // Computes the CRC-32 of bytes; Node has it built in only from version 22 on.
}
