import type { Picture } from '../../contracts/types.ts'
import { areEqual } from '../../lib/pictures/compare.ts'
import { pngFile } from '../../lib/pictures/png-file.ts'
import { sheetOf, shrunk } from '../../lib/pictures/scale.ts'

/** Frames that are kept: the first ones, and the last ones, which lead to the failure. */
const FIRST = 4
const LAST = 8
/** The largest width of a frame in pixels. The numbers of most games can be read at this width. */
const WIDTH = 480
const COLUMNS = 3
/** Bytes of a film. A game needs about 200 kB. Frames of noise are halved until they fit. */
const MOST_BYTES = 1_000_000
const NARROWEST = 60

/** Pictures of the window before each action of a testcode. */
export class Film {
  readonly #first: Picture[] = []
  #last: Picture[] = []
  #before: Picture | undefined
  #end: Picture | undefined

  /** The window at the end; undefined if the program has ended. */
  get last(): Picture | undefined {
    return this.#end
  }

  /** The window before the last click, key press, typed text or restart; undefined if it looks like the one at the end. */
  get before(): Picture | undefined {
    return this.#before && this.#end && areEqual(this.#before, this.#end) ? undefined : this.#before
  }

  /**
   * Adds the window before an action.
   * @param isPart Not an action of its own, such as a movement of the pointer: testcodes move it away from what they have clicked.
   */
  cut(picture: Picture, isPart = false): void {
    if (!isPart) this.#before = picture
    this.#add(picture)
  }

  end(picture: Picture): void {
    this.#end = picture
    this.#add(picture)
  }

  /** Frames get their size at the end: shrinking them would delay every action. */
  #add(picture: Picture): void {
    const before = this.#last.at(-1) ?? this.#first.at(-1)
    if (before && areEqual(before, picture)) return
    if (this.#first.length < FIRST) this.#first.push(picture)
    else this.#last = [...this.#last, picture].slice(-LAST)
  }

  /** All frames as one PNG file; undefined if there are none. */
  async file(): Promise<Buffer | undefined> {
    const pictures = [...this.#first, ...this.#last]
    const [first] = pictures
    if (first === undefined) return undefined
    for (let width = Math.min(WIDTH, first.width); ; width = Math.ceil(width / 2)) {
      // All frames have the size of the first one, so that they fit into one sheet.
      const height = Math.max(1, Math.round((first.height * width) / first.width))
      const sheet = sheetOf(
        pictures.map((picture) => shrunk(picture, width, height)),
        COLUMNS,
      )
      const file = sheet && (await pngFile(sheet))
      if (file === undefined || file.length <= MOST_BYTES || width <= NARROWEST) return file
    }
  }
}
