import { ExpectationNotMet } from '../../errors.ts'

export interface PngHeader {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colour: number
}

/** The parts of a PNG file except its pixels. */
export interface PngParts extends PngHeader {
  /** Three bytes per colour. */
  readonly palette: Buffer
  /** Opacity of the palette's colours, or the one transparent colour. */
  readonly transparency: Buffer
}

/** Samples per pixel, by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Converts inflated rows to pixels as they arrive, so that only two rows are buffered. */
export class Scanlines {
  /** Red, green, blue, opacity; row by row. */
  readonly pixels: Uint8Array
  readonly #parts: PngParts
  readonly #samples: number
  /** Distance in bytes to the same sample of the pixel on the left, at least 1. */
  readonly #step: number
  /** The filter type, then the row. */
  #row: Uint8Array
  #above: Uint8Array
  #filled = 0
  #y = 0

  constructor(parts: PngParts) {
    this.#parts = parts
    this.#samples = SAMPLES[parts.colour] ?? 1
    const bits = this.#samples * parts.depth
    this.#step = Math.max(1, bits / 8)
    const length = 1 + Math.ceil((parts.width * bits) / 8)
    this.#row = new Uint8Array(length)
    this.#above = new Uint8Array(length)
    this.pixels = new Uint8Array(parts.width * parts.height * 4)
  }

  get complete(): boolean {
    return this.#y === this.#parts.height
  }

  push(chunk: Uint8Array): void {
    let rest = chunk
    while (rest.length > 0 && !this.complete) {
      const part = rest.subarray(0, this.#row.length - this.#filled)
      this.#row.set(part, this.#filled)
      this.#filled += part.length
      rest = rest.subarray(part.length)
      if (this.#filled === this.#row.length) this.#endRow()
    }
  }

  #endRow(): void {
    unfilter(this.#row, this.#above, this.#step)
    this.#paint()
    const free = this.#above
    this.#above = this.#row
    this.#row = free
    this.#filled = 0
    this.#y += 1
  }

  #paint(): void {
    const { width } = this.#parts
    let at = this.#y * width * 4
    for (let x = 0; x < width; x += 1, at += 4) this.#paintPixel(x, at)
  }

  #paintPixel(x: number, at: number): void {
    const { colour } = this.#parts
    if (colour === 3) this.#paintFromPalette(this.#raw(x), at)
    else this.#paintSamples(x * this.#samples, at)
  }

  #paintSamples(first: number, at: number): void {
    const { colour } = this.#parts
    const grey = colour === 0 || colour === 4
    const opaque = colour === 0 || colour === 2
    this.pixels[at] = this.#byte(first)
    this.pixels[at + 1] = this.#byte(grey ? first : first + 1)
    this.pixels[at + 2] = this.#byte(grey ? first : first + 2)
    this.pixels[at + 3] = opaque ? (this.#isTransparent(first) ? 0 : 255) : this.#byte(first + this.#samples - 1)
  }

  #paintFromPalette(index: number, at: number): void {
    const { palette, transparency } = this.#parts
    if (index * 3 + 2 >= palette.length) throw new ExpectationNotMet('is a damaged PNG: a colour is not in its palette')
    this.pixels.set(palette.subarray(index * 3, index * 3 + 3), at)
    this.pixels[at + 3] = transparency[index] ?? 255
  }

  /** Whether the pixel has the colour that is declared transparent. */
  #isTransparent(first: number): boolean {
    const { transparency } = this.#parts
    if (transparency.length < this.#samples * 2) return false
    for (let sample = 0; sample < this.#samples; sample += 1) {
      if (this.#raw(first + sample) !== transparency.readUInt16BE(sample * 2)) return false
    }
    return true
  }

  /** A sample, scaled to 8 bits. */
  #byte(sample: number): number {
    const { depth } = this.#parts
    if (depth === 8) return this.#row[1 + sample] ?? 0
    if (depth === 16) return this.#row[1 + sample * 2] ?? 0
    return (this.#raw(sample) * 255) / (2 ** depth - 1)
  }

  /** A sample as it is stored. */
  #raw(sample: number): number {
    const { depth } = this.#parts
    if (depth === 8) return this.#row[1 + sample] ?? 0
    if (depth === 16) return ((this.#row[1 + sample * 2] ?? 0) << 8) | (this.#row[2 + sample * 2] ?? 0)
    const bit = sample * depth
    const byte = this.#row[1 + (bit >> 3)] ?? 0
    return (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
  }
}

/** Reverses the filter of a row, which predicts bytes from those on the left and above; PNG specification, section 9. */
function unfilter(row: Uint8Array, above: Uint8Array, step: number): void {
  const predict = PREDICTIONS[row[0] ?? 0]
  if (predict === undefined) throw new ExpectationNotMet('is a damaged PNG: a row has an unknown filter')
  if (row[0] === 0) return
  for (let index = 1; index < row.length; index += 1) {
    const inside = index > step
    const left = inside ? (row[index - step] ?? 0) : 0
    const corner = inside ? (above[index - step] ?? 0) : 0
    row[index] = (row[index] ?? 0) + predict(left, above[index] ?? 0, corner)
  }
}

const PREDICTIONS: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
]

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const [toLeft, toUp, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
