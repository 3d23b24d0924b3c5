import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Picture } from '../../contracts/types.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** 8 bits each of red, green and blue; no compression method but deflate, no filter but those of the lines, not interlaced. */
const TRUE_COLOUR = [8, 2, 0, 0, 0]
const FAST = 3

/** A picture as a PNG file, without its opacity. */
export async function pngFile({ width, height, pixels }: Picture): Promise<Buffer> {
  const lines = Buffer.alloc(height * (1 + 3 * width))
  for (let y = 0, to = 0, from = 0; y < height; y += 1) {
    to += 1
    for (let x = 0; x < width; x += 1, from += 4, to += 3) {
      lines[to] = pixels[from] ?? 0
      lines[to + 1] = pixels[from + 1] ?? 0
      lines[to + 2] = pixels[from + 2] ?? 0
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set(TRUE_COLOUR, 8)
  const data = await promisify(zlib.deflate)(lines, { level: FAST })
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, content: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(zlib.crc32(checked))
  return Buffer.concat([length, checked, sum])
}
