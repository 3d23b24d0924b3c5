import type { Picture } from '../../contracts/types.ts'

/** A picture in another size: each pixel is the nearest one of the original. */
export function scaled(picture: Picture, width: number, height: number): Picture {
  const from = wordsOf(picture)
  const words = new Uint32Array(width * height)
  for (let y = 0, to = 0; y < height; y += 1) {
    const line = Math.floor((y * picture.height) / height) * picture.width
    for (let x = 0; x < width; x += 1, to += 1) words[to] = from[line + Math.floor((x * picture.width) / width)] ?? 0
  }
  return { width, height, pixels: new Uint8Array(words.buffer) }
}

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
