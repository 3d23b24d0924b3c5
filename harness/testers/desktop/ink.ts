import type { Picture } from '../../contracts/types.ts'
import { scaled } from '../../lib/pictures/scale.ts'

/** Small letters are read badly: pictures are enlarged to about this height of a line, if they are one line. */
const GOOD_HEIGHT = 120
const MOST_PIXELS = 4_000_000
/** Pixels of a side of a picture. Tesseract refuses more than 32,767. */
const MOST_WIDE = 16_000
/** Pixels of the height of a digit in a close-up: measured as best of 36 and 48. */
const DIGIT_HEIGHT = 36
/** Pixels of paper around a digit, at least. */
const LEAST_MARGIN = 4
/** A channel of the pixels that count as ink is below it. */
const INK = 128

/** Dark letters on white are read best. The most frequent colour is taken for the background. */
export function inkOnPaper(picture: Picture): Picture {
  const words = new Uint32Array(picture.pixels.buffer, picture.pixels.byteOffset, picture.pixels.length / 4)
  const paper = mostFrequent(words)
  const ink = new Uint8Array(picture.pixels.length).fill(255)
  const [red, green, blue] = [paper & 0xff, (paper >> 8) & 0xff, (paper >> 16) & 0xff]
  let most = 1
  const far = Uint16Array.from(words, (word) => {
    const distance =
      Math.abs((word & 0xff) - red) + Math.abs(((word >> 8) & 0xff) - green) + Math.abs(((word >> 16) & 0xff) - blue)
    most = Math.max(most, distance)
    return distance
  })
  for (const [index, distance] of far.entries())
    ink.fill(255 - Math.round((255 * distance) / most), 4 * index, 4 * index + 3)
  return { ...picture, pixels: ink }
}

function mostFrequent(words: Uint32Array): number {
  const counts = new Map<number, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  let [found, most] = [0, 0]
  for (const [word, count] of counts) if (count > most) [found, most] = [word, count]
  return found
}

/** A picture that is high enough to be read. */
export function enlarged(picture: Picture): Picture {
  const { width, height } = picture
  const most = Math.floor(Math.sqrt(MOST_PIXELS / (width * height)))
  const factor = Math.max(1, Math.min(4, most, Math.ceil(GOOD_HEIGHT / height)))
  return factor === 1 ? picture : scaled(picture, width * factor, height * factor)
}

/**
 * The ink of a picture alone, with an even margin, in the size that is read best; undefined if there is no ink, if it reaches
 * the edge of the picture, as a frame does, or if it is so long and low, as a line is, that its close-up would be too large to read.
 * @param margin In heights of the ink
 */
export function closeUp(ink: Picture, margin: number): Picture | undefined {
  const box = boxOf(ink)
  if (box === undefined) return undefined
  const { left, top, right, bottom } = box
  if (left === 0 || top === 0 || right === ink.width - 1 || bottom === ink.height - 1) return undefined
  const height = bottom - top + 1
  const side = Math.max(LEAST_MARGIN, Math.round(margin * height))
  const [width, whole] = [right - left + 1 + 2 * side, height + 2 * side]
  const factor = DIGIT_HEIGHT / height
  const [wide, high] = [Math.ceil(width * factor), Math.ceil(whole * factor)]
  if (Math.max(wide, high) > MOST_WIDE || wide * high > MOST_PIXELS) return undefined
  const pixels = new Uint8Array(4 * width * whole).fill(255)
  // A pixel more on each side: the edges of smooth letters are lighter than ink.
  for (let y = top - 1; y <= bottom + 1; y += 1) {
    const from = 4 * (y * ink.width + left - 1)
    const line = ink.pixels.subarray(from, from + 4 * (right - left + 3))
    pixels.set(line, 4 * ((y - top + side) * width + side - 1))
  }
  return scaled({ width, height: whole, pixels }, wide, high)
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function boxOf({ width, height, pixels }: Picture): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if ((pixels[4 * (y * width + x)] ?? 255) >= INK) continue
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, y), bottom < y ? y : bottom]
    }
  return right < 0 ? undefined : { left, top, right, bottom }
}
