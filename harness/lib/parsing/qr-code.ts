import jsqr from 'jsqr'
import type { Picture, QrCode } from '../../contracts/types.ts'

/**
 * Sides of the squares of pixels that are averaged, tried in turn. Browsers leave hairlines between modules that end within a
 * pixel, and jsqr fails on them; averaging closes them, like the blur of a camera.
 */
const BLURS = [1, 2, 3, 4]
/** Modules per side of the smallest code. */
const MIN_MODULES = 21

/** The QR code in a picture, dark on light; transparent pixels count as white. Undefined if none can be read. */
export function findQrCode(picture: Picture): QrCode | undefined {
  for (const blur of BLURS) {
    const { width, height, pixels } = greyOf(picture, blur)
    if (Math.min(width, height) < MIN_MODULES) return undefined
    const found = jsqr.default(pixels, width, height, { inversionAttempts: 'dontInvert' })
    if (found !== null) return { text: found.data, version: found.version }
  }
  return undefined
}

/** The picture on white, with each square of pixels averaged to one grey pixel. */
function greyOf(picture: Picture, side: number): { width: number; height: number; pixels: Uint8ClampedArray } {
  const width = Math.floor(picture.width / side)
  const height = Math.floor(picture.height / side)
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at += 1) {
    const grey = meanOf(picture, (at % width) * side, Math.floor(at / width) * side, side)
    pixels.fill(grey, at * 4, at * 4 + 3)
  }
  return { width, height, pixels }
}

/** Mean brightness of a square of pixels, 0 to 255, with the weights of jsqr (ITU-R BT.709). */
function meanOf({ width, pixels }: Picture, left: number, top: number, side: number): number {
  let sum = 0
  for (let y = top; y < top + side; y += 1) {
    for (let at = (y * width + left) * 4; at < (y * width + left + side) * 4; at += 4) {
      const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(at, at + 4)
      sum += 255 + (0.2126 * red + 0.7152 * green + 0.0722 * blue - 255) * (opacity / 255)
    }
  }
  return sum / (side * side)
}
