import type { Expect, Locator, Page } from '@playwright/test'
import { readPicture } from '../../lib/parsing/produced.ts'
import type { Picture } from '../../contracts/types.ts'

/** Milliseconds between two looks that have to be the same: longer than a frame of whatever moves. */
const LOOK_INTERVAL = 250

/** The pixels of an element once two looks at it are the same, without the pointer over it. */
export async function pictureOf(page: Page, element: Locator, expect: Expect): Promise<Picture> {
  await page.mouse.move(0, 0)
  const look = () => element.screenshot({ animations: 'disabled' })
  let last = await look()
  const rests = async () => {
    const before = last
    last = await look()
    return last.equals(before)
  }
  await expect.poll(rests, { message: 'the picture comes to rest', intervals: [LOOK_INTERVAL] }).toBe(true)
  return readPicture('screenshot', last)
}
