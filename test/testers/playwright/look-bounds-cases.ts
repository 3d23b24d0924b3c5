/** Shared by the tests of look-bounds. */
import { judgeFixture, type Fixture } from './bed.ts'

/** Milliseconds for which a look may keep the thread busy, on a busy machine. */
export const LONGEST_BLOCK = 5000

/** Judges a page, and measures for how long (ms) the thread was busy without a break. */
export async function blockedBy(fixture: Fixture) {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 20)
  try {
    return { ...(await judgeFixture(fixture)), longest }
  } finally {
    clearInterval(timer)
  }
}

export const shows42: Fixture['testcode'] = async ({ page, expect }) => {
  await expect(page.locator('#out')).toShowNumber('42')
}

export const WINDOW = 'position:absolute;left:0;top:0;width:1270px;height:790px;filter:contrast(1)'
