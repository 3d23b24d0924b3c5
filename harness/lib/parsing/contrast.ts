import type { Picture } from '../../contracts/types.ts'

/** A rectangle of a picture, in pixels. It may reach beyond the picture. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Part of the darkest and of the brightest pixels of a rectangle that is ignored. */
const STRAY = 0.005
/** Steps of luminance from black to white: fine enough for the contrast of two dark colours. */
const LEVELS = 4096

/** Share of each colour in the luminance (WCAG 2.2). */
const [RED, GREEN, BLUE] = [0.2126, 0.7152, 0.0722]
/** The linear value, 0 to 1, of each value of a colour in sRGB (WCAG 2.2). */
const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})

/**
 * For each rectangle of a picture the contrast ratio between its darkest and its brightest pixels. Linear in the pixels of the
 * picture and of all rectangles together.
 */
export function contrastsIn(picture: Picture, places: readonly Place[]): number[] {
  const levels = levelsOf(picture)
  const counts = new Uint32Array(LEVELS)
  return places.map((place) => {
    const total = countIn(counts.fill(0), levels, picture, place)
    const stray = Math.floor(total * STRAY)
    return contrast(levelAt(counts, stray), levelAt(counts, total - 1 - stray))
  })
}

/** The luminance of each pixel, in steps. */
function levelsOf({ pixels, width, height }: Picture): Uint16Array {
  const levels = new Uint16Array(width * height)
  const linear = (at: number) => LINEAR[pixels[at] ?? 0] ?? 0
  for (let index = 0; index < levels.length; index += 1) {
    const luminance = RED * linear(index * 4) + GREEN * linear(index * 4 + 1) + BLUE * linear(index * 4 + 2)
    levels[index] = Math.round(luminance * (LEVELS - 1))
  }
  return levels
}

/** Counts the pixels of a rectangle by their luminance; at least one. */
function countIn(counts: Uint32Array, levels: Uint16Array, { width, height }: Picture, place: Place): number {
  const left = Math.min(width - 1, Math.max(0, Math.floor(place.x)))
  const top = Math.min(height - 1, Math.max(0, Math.floor(place.y)))
  const right = Math.min(width, Math.max(left + 1, Math.ceil(place.x + place.width)))
  const bottom = Math.min(height, Math.max(top + 1, Math.ceil(place.y + place.height)))
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const level = levels[y * width + x] ?? 0
      counts[level] = (counts[level] ?? 0) + 1
    }
  return (right - left) * (bottom - top)
}

/** The luminance of the n-th darkest pixel, in steps. */
function levelAt(counts: Uint32Array, n: number): number {
  let before = 0
  for (let level = 0; level < LEVELS; level += 1) {
    before += counts[level] ?? 0
    if (before > n) return level
  }
  return LEVELS - 1
}

function contrast(darkest: number, brightest: number): number {
  return (brightest / (LEVELS - 1) + 0.05) / (darkest / (LEVELS - 1) + 0.05)
}
