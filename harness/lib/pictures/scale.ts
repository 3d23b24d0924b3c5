import type { Picture } from '../../contracts/types.ts'

/** A picture in another size: each pixel is the nearest one of the original. */
export function scalePicture(picture: Picture, width: number, height: number): Picture {
  const from = wordsOf(picture)
  const words = new Uint32Array(width * height)
  for (let y = 0, to = 0; y < height; y += 1) {
    const line = Math.floor((y * picture.height) / height) * picture.width
    for (let x = 0; x < width; x += 1, to += 1) words[to] = from[line + Math.floor((x * picture.width) / width)] ?? 0
  }
  return { width, height, pixels: new Uint8Array(words.buffer) }
}

/** A picture in a smaller size. Each pixel is the mean of those that it stands for, so that text stays readable. */
export function shrunk(picture: Picture, width: number, height: number): Picture {
  if (width === picture.width && height === picture.height) return picture
  const from = wordsOf(picture)
  const words = new Uint32Array(width * height)
  const columns = edgesOf(width, picture.width)
  const lines = edgesOf(height, picture.height)
  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += 1) words[to] = meanOf(from, picture.width, columns, x, lines, y)
  return { width, height, pixels: new Uint8Array(words.buffer) }
}

/** Where the parts of a side begin, and the end of the last one. */
function edgesOf(parts: number, length: number): Uint32Array {
  return Uint32Array.from({ length: parts + 1 }, (_, index) => Math.floor((index * length) / parts))
}

/** The mean of the pixels in one part, as a word. */
function meanOf(
  from: Uint32Array,
  width: number,
  columns: Uint32Array,
  x: number,
  lines: Uint32Array,
  y: number,
): number {
  const [left, right, top, bottom] = [columns[x] ?? 0, columns[x + 1] ?? 0, lines[y] ?? 0, lines[y + 1] ?? 0]
  let red = 0
  let green = 0
  let blue = 0
  for (let line = top; line < bottom; line += 1)
    for (let at = line * width + left, end = line * width + right; at < end; at += 1) {
      const word = from[at] ?? 0
      red += word & 0xff
      green += (word >> 8) & 0xff
      blue += (word >> 16) & 0xff
    }
  const count = (right - left) * (bottom - top)
  return OPAQUE | (Math.floor(blue / count) << 16) | (Math.floor(green / count) << 8) | Math.floor(red / count)
}

const OPAQUE = 0xff000000

/** Pictures of one size side by side, in rows, with a line of grey between them. */
export function sheetOf(pictures: readonly Picture[], columns: number): Picture | undefined {
  const [first] = pictures
  if (first === undefined) return undefined
  const across = Math.min(columns, pictures.length)
  const [stepX, stepY] = [first.width + GAP, first.height + GAP]
  const [width, height] = [stepX * across - GAP, stepY * Math.ceil(pictures.length / columns) - GAP]
  const words = new Uint32Array(width * height).fill(GREY)
  for (const [index, picture] of pictures.entries()) {
    const [left, top] = [stepX * (index % columns), stepY * Math.floor(index / columns)]
    const from = wordsOf(picture)
    for (let y = 0; y < picture.height; y += 1)
      words.set(from.subarray(y * picture.width, (y + 1) * picture.width), (top + y) * width + left)
  }
  return { width, height, pixels: new Uint8Array(words.buffer) }
}

const GAP = 2
const GREY = 0xff808080

function wordsOf({ pixels }: Picture): Uint32Array {
  return new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)
}
