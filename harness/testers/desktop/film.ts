import type { Picture } from '../../contracts/types.ts'
import { areEqual } from '../../lib/pictures/compare.ts'
import { scaled, sheetOf } from '../../lib/pictures/scale.ts'

/** Frames that are kept: the first ones, and the last ones, which lead to the failure. */
const FIRST = 4
const LAST = 8
/** The width of a frame in pixels. */
const WIDTH = 240
const COLUMNS = 4

/** Small pictures of the window before each action of a testcode. */
export class Film {
  #size: { readonly width: number; readonly height: number } | undefined
  readonly #first: Picture[] = []
  #last: Picture[] = []
  readonly actions: string[] = []
  /** The window before the last action, and at the end, in its full size. */
  before: Picture | undefined
  last: Picture | undefined

  /** @param action That comes after the picture */
  cut(action: string, picture: Picture): void {
    this.before = picture
    if (this.actions.length < MOST_ACTIONS) this.actions.push(action)
    this.#add(picture)
  }

  end(picture: Picture): void {
    this.last = picture
    this.#add(picture)
  }

  #add(picture: Picture): void {
    const { width, height } = (this.#size ??= sizeOf(picture))
    const frame = scaled(picture, width, height)
    const before = this.#last.at(-1) ?? this.#first.at(-1)
    if (before && areEqual(before, frame)) return
    if (this.#first.length < FIRST) this.#first.push(frame)
    else this.#last = [...this.#last, frame].slice(-LAST)
  }

  /** All frames in one picture; undefined if there are none. */
  sheet(): Picture | undefined {
    return sheetOf([...this.#first, ...this.#last], COLUMNS)
  }
}

const MOST_ACTIONS = 200

/** All frames have the size of the first one, so that they fit into one sheet. */
function sizeOf({ width, height }: Picture): { readonly width: number; readonly height: number } {
  const small = Math.min(WIDTH, width)
  return { width: small, height: Math.max(1, Math.round((height * small) / width)) }
}
