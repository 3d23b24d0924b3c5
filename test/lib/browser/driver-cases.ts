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

/** Closes the browsers of each test. */
export function closeBrowsers(): void {
  beforeAll(async () => {
    place = await scratchFolder()
  })

  afterEach(async () => {
    for (const browser of open.splice(0)) await browser.close()
  })

  afterAll(async () => {
    await closeDrivers()
    await place[Symbol.asyncDispose]()
  })
}
