import zlib from 'node:zlib'
import fc from 'fast-check'
import { PNG, type PackerOptions } from 'pngjs'
import { afterAll, describe, expect, it } from 'vitest'
import { ExpectationNotMet, ProjectFault, messageOf } from '../../../harness/errors.ts'
import { parsePng } from '../../../harness/lib/parsing/png.ts'
import { closeParsers, readPicture } from '../../../harness/lib/parsing/produced.ts'
import { pngOf } from './pictures.ts'

afterAll(closeParsers)

interface Png {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colour: number
  /** Stored samples, row by row. */
  readonly samples: readonly number[]
  /** The filters of the rows, repeated. */
  readonly filters?: readonly number[]
  readonly palette?: readonly number[]
  readonly transparency?: readonly number[]
  readonly interlace?: number
  /** Number of IDAT chunks; 1 by default. */
  readonly pieces?: number
}

const SAMPLES = [1, 0, 3, 1, 2, 0, 4]
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function chunk(type: string, content: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(zlib.crc32(body))
  return Buffer.concat([length, body, sum])
}

function header({ width, height, depth, colour, interlace = 0 }: Omit<Png, 'samples'>): Buffer {
  const content = Buffer.alloc(13)
  content.writeUInt32BE(width, 0)
  content.writeUInt32BE(height, 4)
  content.set([depth, colour, 0, 0, interlace], 8)
  return chunk('IHDR', content)
}

/** The bytes of each row, most significant bit first. */
function packedRows(png: Png): Buffer[] {
  const perRow = png.width * (SAMPLES[png.colour] ?? 1)
  return Array.from({ length: png.height }, (_, y) => {
    const bits = png.samples
      .slice(y * perRow, (y + 1) * perRow)
      .map((sample) => sample.toString(2).padStart(png.depth, '0'))
      .join('')
    return Buffer.from(bits.match(/.{1,8}/g)?.map((byte) => parseInt(byte.padEnd(8, '0'), 2)) ?? [])
  })
}

function filtered(png: Png): Buffer {
  const step = Math.max(1, ((SAMPLES[png.colour] ?? 1) * png.depth) / 8)
  const rows = packedRows(png)
  const lines = rows.map((row, y) => {
    const filter = png.filters?.[y % png.filters.length] ?? 0
    const bytes = row.map((byte, index) => {
      const left = row[index - step] ?? 0
      const up = rows[y - 1]?.[index] ?? 0
      const corner = rows[y - 1]?.[index - step] ?? 0
      const nearest = [left, up, corner].reduce((best, one) => {
        const distance = (value: number) => Math.abs(left + up - corner - value)
        return distance(one) < distance(best) ? one : best
      })
      return byte - ([0, left, up, Math.floor((left + up) / 2), nearest][filter] ?? 0)
    })
    return Buffer.concat([Buffer.from([filter]), bytes])
  })
  return Buffer.concat(lines)
}

function encode(png: Png): Buffer {
  const packed = zlib.deflateSync(filtered(png))
  const size = Math.ceil(packed.length / (png.pieces ?? 1))
  const data: Buffer[] = []
  for (let at = 0; at < packed.length; at += size) data.push(chunk('IDAT', packed.subarray(at, at + size)))
  return Buffer.concat([
    SIGNATURE,
    header(png),
    ...(png.palette ? [chunk('PLTE', Uint8Array.from(png.palette))] : []),
    ...(png.transparency ? [chunk('tRNS', Uint8Array.from(png.transparency))] : []),
    chunk('tEXt', Buffer.from('Comment\0hello')),
    ...data,
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The pixels that a viewer shows, computed from the samples. */
function expected(png: Png): number[] {
  const byte = (sample: number) => (png.depth === 16 ? sample >> 8 : Math.floor((sample * 255) / (2 ** png.depth - 1)))
  const count = SAMPLES[png.colour] ?? 1
  return Array.from({ length: png.width * png.height }, (_, pixel) => {
    const stored = png.samples.slice(pixel * count, (pixel + 1) * count)
    const [first = 0, second = 0, third = 0, fourth = 0] = stored.map(byte)
    if (png.colour === 0) return [first, first, first, 255]
    if (png.colour === 2) return [first, second, third, 255]
    if (png.colour === 4) return [first, first, first, second]
    return [first, second, third, fourth]
  }).flat()
}

const kinds = [
  ...[1, 2, 4, 8, 16].map((depth) => ({ colour: 0, depth })),
  ...[2, 4, 6].flatMap((colour) => [8, 16].map((depth) => ({ colour, depth }))),
]

describe('parsePng decodes pixels', () => {
  it('of any kind, size and filter', async () => {
    const png = fc
      .record({
        kind: fc.constantFrom(...kinds),
        width: fc.integer({ min: 1, max: 19 }),
        height: fc.integer({ min: 1, max: 7 }),
      })
      .chain(({ kind, width, height }) => {
        const length = width * height * (SAMPLES[kind.colour] ?? 1)
        return fc.record({
          ...{ width: fc.constant(width), height: fc.constant(height) },
          ...{ depth: fc.constant(kind.depth), colour: fc.constant(kind.colour) },
          samples: fc.array(fc.nat({ max: 2 ** kind.depth - 1 }), { minLength: length, maxLength: length }),
          filters: fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 7 }),
          pieces: fc.integer({ min: 1, max: 4 }),
        })
      })
    await fc.assert(
      fc.asyncProperty(png, async (painted) => {
        const { width, height, pixels } = await parsePng(encode(painted))
        expect({ width, height }).toEqual({ width: painted.width, height: painted.height })
        expect([...pixels]).toEqual(expected(painted))
      }),
      { numRuns: 300 },
    )
  })

  it('that pngjs wrote, like pngjs', async () => {
    const picture = fc
      .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) })
      .chain(({ width, height }) => {
        const length = width * height * 4
        const pixels = fc.uint8Array({ minLength: length, maxLength: length })
        return fc.record({ width: fc.constant(width), height: fc.constant(height), pixels })
      })
    const colorType = fc.constantFrom<NonNullable<PackerOptions['colorType']>>(0, 2, 4, 6)
    const filterType = fc.constantFrom(-1, 0, 1, 2, 3, 4)
    await fc.assert(
      fc.asyncProperty(picture, fc.record({ colorType, filterType }), async (painted, options) => {
        const file = pngOf(painted, options)
        const { width, height, data } = PNG.sync.read(file)
        const read = await parsePng(file)
        expect({ ...read, pixels: [...read.pixels] }).toEqual({ width, height, pixels: [...data] })
      }),
    )
  })

  it.each([1, 2, 4, 8])('from a palette of %i bits', async (depth) => {
    const palette = [255, 0, 0, 0, 255, 0]
    const file = encode({ width: 3, height: 1, depth, colour: 3, samples: [1, 0, 1], palette, transparency: [7] })
    expect([...(await parsePng(file)).pixels]).toEqual([0, 255, 0, 255, 255, 0, 0, 7, 0, 255, 0, 255])
  })

  it('with one transparent colour', async () => {
    const grey = encode({ width: 2, height: 1, depth: 4, colour: 0, samples: [5, 6], transparency: [0, 5] })
    expect([...(await parsePng(grey)).pixels]).toEqual([85, 85, 85, 0, 102, 102, 102, 255])
    const samples = [1, 2, 3, 1, 2, 4]
    const colour = encode({ width: 2, height: 1, depth: 8, colour: 2, samples, transparency: [0, 1, 0, 2, 0, 3] })
    expect([...(await parsePng(colour)).pixels]).toEqual([1, 2, 3, 0, 1, 2, 4, 255])
  })

  it('through the parser process', async () => {
    const file = encode({ width: 2, height: 1, depth: 8, colour: 6, samples: [1, 2, 3, 4, 5, 6, 7, 8] })
    const { width, height, pixels } = await readPicture('out.png', file)
    expect([width, height, ...pixels]).toEqual([2, 1, 1, 2, 3, 4, 5, 6, 7, 8])
  })
})

async function refusal(file: Uint8Array): Promise<string> {
  const error: unknown = await readPicture('out.png', file).catch((thrown: unknown) => thrown)
  if (error instanceof ProjectFault) return `exhausted: ${error.message}`
  if (error instanceof ExpectationNotMet) return `malformed: ${error.message}`
  throw new Error(`neither: ${messageOf(error)}`, { cause: error })
}

const small: Png = { width: 2, height: 2, depth: 8, colour: 0, samples: [1, 2, 3, 4] }

function withChunks(...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))])
}

describe('parsePng refuses', () => {
  const many = { depth: 8, colour: 6 }
  const cases: Readonly<Record<string, readonly [() => Buffer, string]>> = {
    'another format': [() => Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'malformed: "out.png" is not a PNG; only PNG'],
    nothing: [() => Buffer.alloc(0), 'malformed: "out.png" is not a PNG'],
    'too many pixels, before anything is decompressed': [
      () => withChunks(header({ width: 60_000, height: 60_000, ...many })),
      'exhausted: "out.png" has 60,000 × 60,000 pixels; at most 40,000,000 are allowed',
    ],
    'a width of 0': [() => withChunks(header({ width: 0, height: 9, ...many })), 'it has no pixels'],
    'interlaced pictures': [() => encode({ ...small, interlace: 1 }), 'is an interlaced PNG, which cannot be read'],
    'an unknown bit depth': [() => withChunks(header({ ...small, depth: 3 })), 'an unknown colour type or bit depth'],
    'a picture cut off': [() => encode(small).subarray(0, -20), 'it is cut off'],
    'a picture without pixels': [() => withChunks(header(small)), 'malformed'],
    'too few pixels': [
      () => withChunks(header({ ...small, height: 3 }), chunk('IDAT', zlib.deflateSync(filtered(small)))),
      'pixels are missing',
    ],
    'pixels that are not compressed': [
      () => withChunks(header(small), chunk('IDAT', Buffer.from('xxxx'))),
      'decompressed',
    ],
    'an unknown filter': [() => encode({ ...small, filters: [9] }), 'a row has an unknown filter'],
    'a palette that is missing': [() => encode({ ...small, colour: 3 }), 'it has no palette'],
    'a colour outside of its palette': [
      () => encode({ ...small, colour: 3, palette: [1, 2, 3] }),
      'not in its palette',
    ],
    'a header in the wrong place': [() => withChunks(chunk('IDAT', Buffer.alloc(1))), 'does not begin with a header'],
    'a second header, which would change the size after it was checked': [
      () => withChunks(header(small), header({ width: 60_000, height: 60_000, ...many })),
      'it has two headers',
    ],
    'compressed pixels that are cut off': [
      () => withChunks(header(small), chunk('IDAT', zlib.deflateSync(filtered(small), { level: 0 }).subarray(0, 10))),
      'cannot be decompressed',
    ],
    'a wrong checksum': [() => withChunks(header(small).fill(1, 24)), 'a checksum is wrong'],
  }
  it.each(Object.keys(cases))('%s', async (title) => {
    const [file, message] = cases[title] ?? []
    expect(file && (await refusal(file()))).toContain(message)
  })
})

it('inflates no more of a decompression bomb than its pixels', async () => {
  // A MiB that leaves the stream as if it had just begun, so that it can be repeated.
  const mebibyte = zlib.deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: zlib.constants.Z_FULL_FLUSH })
  const bomb = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 512 }, () => mebibyte)])
  const { pixels } = await readPicture('out.png', withChunks(header(small), chunk('IDAT', bomb)))
  expect([...pixels]).toEqual(Array.from({ length: 4 }, () => [0, 0, 0, 255]).flat())
})

it('handles any bytes', async () => {
  const file = encode({ ...small, filters: [4] })
  const change = fc.tuple(fc.nat({ max: file.length - 1 }), fc.nat({ max: 255 }))
  await fc.assert(
    fc.asyncProperty(fc.array(change), fc.uint8Array({ maxLength: 100 }), async (changes, bytes) => {
      const changed = Buffer.from(file)
      for (const [index, value] of changes) changed[index] = value
      for (const attempt of [changed, bytes]) {
        const error: unknown = await readPicture('any.png', attempt).catch((thrown: unknown) => thrown)
        if (error instanceof Error) expect(error.constructor.name).toMatch(/^(ExpectationNotMet|ProjectFault)$/)
      }
    }),
  )
})
