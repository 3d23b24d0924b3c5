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

/**
 * The pixels of an element once two screenshots of it are equal, without the pointer over it. If an animation keeps changing it,
 * it is stopped.
 * @param expect With the timeout for that
 * @throws ExpectationNotMet if the element keeps changing
 */
export async function pictureOf(page: Page, element: Locator, expect: Expect): Promise<Picture> {
  await page.mouse.move(0, 0)
  const began = performance.now()
  for (const animations of ANIMATIONS) {
    const rested = await pictureAtRest(() => element.screenshot({ animations, caret: 'initial' }), expect)
    if (rested) return readPicture('screenshot', rested)
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  throw new ExpectationNotMet(`The picture of the ${thingOf(String(element)).noun} kept changing for ${seconds} s`)
}

/** The first screenshot that equals the one before; undefined if all differ until the timeout. */
async function pictureAtRest(look: () => Promise<Buffer>, expect: Expect): Promise<Buffer | undefined> {
  let last = await look()
  const rests = async () => {
    const before = last
    last = await look()
    return last.equals(before)
  }
  try {
    await expect.poll(rests, { intervals: [LOOK_INTERVAL] }).toBe(true)
    return last
  } catch (error) {
    if (isMatcherError(error)) return undefined
    throw error
  }
}
