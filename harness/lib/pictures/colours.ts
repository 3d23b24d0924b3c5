import type { Picture } from '../../contracts/types.ts'

/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Steps of a channel by which two colours may differ and look the same. */
export const ALIKE = 12

/** @param text Such as `#1e90ff` */
export function rgbOf(text: string): Rgb | undefined {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)
  if (!match) return undefined
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue]
}

export function hexOf([red, green, blue]: Rgb): string {
  return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

export function areAlike(one: Rgb, other: Rgb, tolerance = ALIKE): boolean {
  return one.every((channel, index) => Math.abs(channel - (other[index] ?? 0)) <= tolerance)
}

export function colourOf({ width, pixels }: Picture, x: number, y: number): Rgb {
  const at = 4 * (y * width + x)
  return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
}

/** The pixels of one colour in a picture. */
export interface Found {
  readonly count: number
  /** The middle of all of them; not a number if there are none. */
  readonly x: number
  readonly y: number
  /** The smallest rectangle around all of them. */
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Looks for a colour: all of its pixels, wherever they are. */
export function findColour({ width, height, pixels }: Picture, [red, green, blue]: Rgb, tolerance = ALIKE): Found {
  let [count, sumX, sumY] = [0, 0, 0]
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      if (
        Math.abs((pixels[at] ?? 0) - red) > tolerance ||
        Math.abs((pixels[at + 1] ?? 0) - green) > tolerance ||
        Math.abs((pixels[at + 2] ?? 0) - blue) > tolerance
      )
        continue
      count += 1
      sumX += x
      sumY += y
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  return { count, x: sumX / count, y: sumY / count, left, top, right, bottom }
}
