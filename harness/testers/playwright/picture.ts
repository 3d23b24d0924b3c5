import type { Expect, Locator, Page } from '@playwright/test'
import { ExpectationNotMet } from '../../errors.ts'
import { readPicture } from '../../lib/parsing/produced.ts'
import type { Picture } from '../../contracts/types.ts'
import { isMatcherError } from '../unmet.ts'
import { thingOf } from './expectations/locator-words.ts'

/** Milliseconds between two screenshots that have to be equal: longer than a frame of any animation. */
const LOOK_INTERVAL = 250

/** With animations as they are, then stopped: stopping them adds a style to the page, which may notice it. */
const ANIMATIONS = ['allow', 'disabled'] as const

/** The browser smooths edges differently from time to time: two pictures are equal if no channel differs by this many levels of 256. */
const NOISE = 16
/** How many pictures of a trial are kept for comparison. */
const MOST_KEPT = 20

/** The pictures of one trial. Pictures that a person cannot tell apart are returned with the same pixels, so testcodes can compare them. */
export class Pictures {
  readonly #kept: Picture[] = []
  /** Whether a picture of this trial came to rest only without animations: then no other one is waited for. */
  #isAnimated = false

  /**
   * The pixels of an element once two screenshots of it are equal, without the pointer over it. If an animation keeps changing it,
   * it is stopped.
   * @param expect With the timeout for that
   * @throws ExpectationNotMet if the element keeps changing
   */
  async take(page: Page, element: Locator, expect: Expect): Promise<Picture> {
    await page.mouse.move(0, 0)
    const began = performance.now()
    for (const animations of ANIMATIONS.slice(this.#isAnimated ? 1 : 0)) {
      const look = async () => readPicture('screenshot', await element.screenshot({ animations, caret: 'initial' }))
      const rested = await pictureAtRest(look, expect)
      if (rested) return this.#known(rested)
      this.#isAnimated = true
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    throw new ExpectationNotMet(`The picture of the ${thingOf(String(element)).noun} kept changing for ${seconds} s`)
  }

  #known(picture: Picture): Picture {
    const same = this.#kept.find((kept) => looksEqual(kept, picture))
    if (same) return same
    this.#kept.push(picture)
    if (this.#kept.length > MOST_KEPT) this.#kept.shift()
    return picture
  }
}

/** The first picture that equals the one before; undefined if all differ until the timeout. */
async function pictureAtRest(look: () => Promise<Picture>, expect: Expect): Promise<Picture | undefined> {
  let last = await look()
  const rests = async () => {
    const before = last
    last = await look()
    return looksEqual(last, before)
  }
  try {
    await expect.poll(rests, { intervals: [LOOK_INTERVAL] }).toBe(true)
    return last
  } catch (error) {
    if (isMatcherError(error)) return undefined
    throw error
  }
}

/** Whether a person takes two pictures for the same. */
export function looksEqual(one: Picture, other: Picture): boolean {
  if (one.width !== other.width || one.height !== other.height) return false
  return one.pixels.every((level, at) => Math.abs(level - (other.pixels[at] ?? 0)) < NOISE)
}
