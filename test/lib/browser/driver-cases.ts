/** Shared by the tests of driver. */
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { closeDrivers } from '../../../harness/lib/browser/drivers.ts'
import { launchBrowser } from '../../../harness/lib/browser/launch.ts'
import { scratchFolder, type Scratch } from '../../../harness/lib/files/scratch.ts'

let place: Scratch

const open: Browser[] = []

export const launch = async () => {
  const browser = await launchBrowser(place.path)
  open.push(browser)
  return browser
}

/** Closes the browsers after each test, or after all tests. */
export function closeBrowsers(after: 'each' | 'all' = 'each'): void {
  beforeAll(async () => {
    place = await scratchFolder()
  })

  const closeAll = async () => {
    for (const browser of open.splice(0)) await browser.close()
  }
  if (after === 'each') afterEach(closeAll)

  afterAll(async () => {
    await closeAll()
    await closeDrivers()
    await place[Symbol.asyncDispose]()
  })
}
