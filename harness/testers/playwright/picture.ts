import type { Expect, Locator, Page } from '@playwright/test'
import { ExpectationNotMet } from '../../errors.ts'
import { readPicture } from '../../lib/parsing/produced.ts'
import type { Picture } from '../../contracts/types.ts'
import { isMatcherError } from '../unmet.ts'
import { thingOf } from './expectations/locator-words.ts'

/** Milliseconds between two screenshots that have to be equal: longer than a frame of any animation. */
const LOOK_INTERVAL = 250

/**
 * The pixels of an element once two screenshots of it are equal, without the pointer over it.
 * @param expect With the timeout for that
 * @throws ExpectationNotMet if the element keeps changing
 */
export async function pictureOf(page: Page, element: Locator, expect: Expect): Promise<Picture> {
  await page.mouse.move(0, 0)
  const look = () => element.screenshot({ animations: 'allow', caret: 'initial' })
  const began = performance.now()
  let last = await look()
  const rests = async () => {
    const before = last
    last = await look()
    return last.equals(before)
  }
  try {
    await expect.poll(rests, { intervals: [LOOK_INTERVAL] }).toBe(true)
  } catch (error) {
    if (!isMatcherError(error)) throw error
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    throw new ExpectationNotMet(`The picture of the ${thingOf(String(element)).noun} kept changing for ${seconds} s`)
  }
  return readPicture('screenshot', last)
}
