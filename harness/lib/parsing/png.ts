import zlib from 'node:zlib'
import { ExpectationNotMet, ProjectFault } from '../../errors.ts'
import type { Picture } from '../../contracts/types.ts'
import { count, limits } from './limits.ts'
import { Scanlines, type PngHeader } from './png-scanlines.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Allowed bit depths by colour type; PNG specification, table 11.1. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/**
 * Decodes a PNG of any colour type and depth that is not interlaced. Keeps the upper 8 of 16 bits.
 * @throws ProjectFault if it has too many pixels
 * @throws ExpectationNotMet if it is not a PNG, is damaged or is interlaced
 */
export async function parsePng(file: Buffer): Promise<Picture> {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) {
    throw new ExpectationNotMet('is not a PNG; only PNG pictures can be read')
  }
  const { header, palette, transparency, data } = readChunks(file)
  if (header.colour === 3 && palette.length === 0) throw damaged('it has no palette')
  const scanlines = new Scanlines({ ...header, palette, transparency })
  await inflateInto(scanlines, data)
  return { width: header.width, height: header.height, pixels: scanlines.pixels }
}

interface Chunks {
  readonly header: PngHeader
  readonly palette: Buffer
  readonly transparency: Buffer
  readonly data: readonly Buffer[]
}

function readChunks(file: Buffer): Chunks {
  let header: PngHeader | undefined
  let palette = Buffer.alloc(0)
  let transparency = Buffer.alloc(0)
  const data: Buffer[] = []
  for (const { type, content } of chunksOf(file)) {
    if (header === undefined && type !== 'IHDR') throw damaged('it does not begin with a header')
    if (header !== undefined && type === 'IHDR') throw damaged('it has two headers')
    if (type === 'IHDR') header = readHeader(content)
    else if (type === 'PLTE') palette = content
    else if (type === 'tRNS') transparency = content
    else if (type === 'IDAT') data.push(content)
  }
  if (header === undefined) throw damaged('it has no header')
  return { header, palette, transparency, data }
}

interface Chunk {
  readonly type: string
  readonly content: Buffer<ArrayBuffer>
}

function* chunksOf(file: Buffer): Generator<Chunk> {
  let position = SIGNATURE.length
  while (position + 12 <= file.length) {
    const length = file.readUInt32BE(position)
    const end = position + 8 + length
    if (end + 4 > file.length) throw damaged('it is cut off')
    if (zlib.crc32(file.subarray(position + 4, end)) !== file.readUInt32BE(end)) throw damaged('a checksum is wrong')
    const type = file.toString('latin1', position + 4, position + 8)
    if (type === 'IEND') return
    yield { type, content: Buffer.from(file.buffer as ArrayBuffer, file.byteOffset + position + 8, length) }
    position = end + 4
  }
  throw damaged('it is cut off')
}

function readHeader(content: Buffer): PngHeader {
  if (content.length !== 13) throw damaged('its header has a wrong length')
  const header = {
    width: content.readUInt32BE(0),
    height: content.readUInt32BE(4),
    depth: content.readUInt8(8),
    colour: content.readUInt8(9),
  }
  const { width, height, depth, colour } = header
  if (width === 0 || height === 0) throw damaged('it has no pixels')
  if (width * height > limits.picture.pixels) {
    throw new ProjectFault(
      `has ${count(width)} × ${count(height)} pixels; at most ${count(limits.picture.pixels)} are allowed`,
    )
  }
  if (DEPTHS[colour]?.includes(depth) !== true) throw damaged('it has an unknown colour type or bit depth')
  if (content.readUInt8(10) !== 0 || content.readUInt8(11) !== 0)
    throw damaged('it has an unknown compression or filter method')
  if (content.readUInt8(12) !== 0) throw new ExpectationNotMet('is an interlaced PNG, which cannot be read')
  return header
}

/** Stops after the last row, so that data behind it is not inflated. */
async function inflateInto(scanlines: Scanlines, data: readonly Buffer[]): Promise<void> {
  const inflate = zlib.createInflate()
  inflate.end(Buffer.concat(data))
  try {
    for await (const chunk of inflate) {
      scanlines.push(chunk as Buffer)
      if (scanlines.complete) break
    }
  } catch (error) {
    if (error instanceof ExpectationNotMet) throw error
    throw new ExpectationNotMet('is a damaged PNG: its pixels cannot be decompressed', { cause: error })
  }
  if (!scanlines.complete) throw damaged('pixels are missing')
}

function damaged(why: string): ExpectationNotMet {
  return new ExpectationNotMet(`is a damaged PNG: ${why}`)
}
