/** Writes PNG files. */
import zlib from 'node:zlib'
import type { Picture } from '../../../harness/contracts/types.ts'

export function chunk(type: string, content: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(zlib.crc32(body))
  return Buffer.concat([length, body, sum])
}

/** RGBA with 8 bits per sample, unfiltered. */
export function pngOf({ width, height, pixels }: Picture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, (_, y) => [
    Buffer.from([0]),
    pixels.subarray(y * width * 4, (y + 1) * width * 4),
  ])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', zlib.deflateSync(Buffer.concat(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
