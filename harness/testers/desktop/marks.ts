import type { Picture, PixelArea, Point } from '../../contracts/types.ts'

/** Regions that are outlined: the last ones. A testcode may look at hundreds of places. */
const MOST_REGIONS = 6
/** Words of pixels, `0xAABBGGRR`. A bright line between two dark ones is seen on dark and on light pictures. */
const BLACK = 0xff000000
const CYAN = 0xffffe500
const MAGENTA = 0xffff30ff
const LINES = [BLACK, CYAN, CYAN, BLACK] as const
/** Radii in pixels of the ring around a click: the pixel itself stays visible. */
const RING = { inside: 5, bright: 6, dark: 9, outside: 10 } as const

/** Where the judge looked and clicked, for the picture of a testcode that did not pass. */
export class Marks {
  readonly #names = new Map<string, string>()
  readonly #regions = new Map<string, PixelArea>()
  #clicked: Point | undefined

  /** Remembers the parameter that a region comes from. */
  name(region: PixelArea, parameter: string): void {
    this.#names.set(placeOf(region), parameter)
  }

  look(region: PixelArea): void {
    const place = placeOf(region)
    this.#regions.delete(place)
    this.#regions.set(place, region)
    const [oldest] = this.#regions.keys()
    if (oldest !== undefined && this.#regions.size > MOST_REGIONS) this.#regions.delete(oldest)
  }

  click(point: Point): void {
    this.#clicked = point
  }

  /** `10,10,200,40`, and the parameter with this value, if there is one. */
  describe(region: PixelArea): string {
    const name = this.#names.get(placeOf(region))
    return name === undefined ? placeOf(region) : `${placeOf(region)}, the value of "${name}"`
  }

  /** A copy of the window with an outline around the last regions, and a ring around the last click. */
  drawnOn({ width, height, pixels }: Picture): Picture {
    const copy = { width, height, words: new Uint32Array(new Uint8Array(pixels).buffer) }
    for (const region of this.#regions.values()) outline(copy, region)
    if (this.#clicked) ring(copy, this.#clicked)
    return { width, height, pixels: new Uint8Array(copy.words.buffer) }
  }
}

export function placeOf({ x, y, width, height }: PixelArea): string {
  return [x, y, width, height].map(String).join(',')
}

interface Copy {
  readonly width: number
  readonly height: number
  readonly words: Uint32Array
}

/** The lines are outside of the region, unless it ends at the edge of the picture. */
function outline(copy: Copy, { x, y, width, height }: PixelArea): void {
  const outside = LINES.length
  const [left, top] = [Math.max(0, x - outside), Math.max(0, y - outside)]
  const right = Math.min(copy.width, x + width + outside) - 1
  const bottom = Math.min(copy.height, y + height + outside) - 1
  for (const [inset, word] of LINES.entries()) {
    for (let at = left + inset; at <= right - inset; at += 1)
      for (const line of [top + inset, bottom - inset]) paint(copy, at, line, word)
    for (let at = top + inset; at <= bottom - inset; at += 1)
      for (const column of [left + inset, right - inset]) paint(copy, column, at, word)
  }
}

function ring(copy: Copy, { x, y }: Point): void {
  const { inside, bright, dark, outside } = RING
  for (let down = -outside; down <= outside; down += 1)
    for (let across = -outside; across <= outside; across += 1) {
      const radius = Math.hypot(across, down)
      if (radius < inside || radius > outside) continue
      paint(copy, Math.round(x) + across, Math.round(y) + down, radius >= bright && radius < dark ? MAGENTA : BLACK)
    }
}

function paint({ width, height, words }: Copy, x: number, y: number, word: number): void {
  if (x >= 0 && y >= 0 && x < width && y < height) words[y * width + x] = word
}
