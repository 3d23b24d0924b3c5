/** Looks at a view of the report in narrow and wide windows, in dark and light colours. */
import type { Page } from '@playwright/test'
import { expect } from './reports.ts'
import { seriousViolations } from './violations.ts'

/** True in `npm run prove -- tests`. */
export const EVERY_LOOK = process.env['PE_TEST_EVERY_LOOK'] === '1'

interface Look {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}

/** Widths in pixels of CSS. */
export interface Widths {
  readonly narrow: number
  readonly wide: number
}

/**
 * Expects that a view which is open can nowhere be scrolled sideways, and has no serious violation of accessibility.
 *
 * `npm test` tries both widths, and searches the narrow one for violations: that search takes most of the time.
 * `npm run prove -- tests` searches both widths in both colours (PE_TEST_EVERY_LOOK).
 */
export async function expectFit(page: Page, widths: Widths): Promise<void> {
  const looks = looksAt(widths)
  const searched = EVERY_LOOK ? looks : looks.filter(({ width }) => width === widths.narrow)
  for (const look of looks) {
    const at = `at ${String(look.width)} px, ${look.colorScheme}`
    await page.setViewportSize({ width: look.width, height: 844 })
    await page.emulateMedia({ colorScheme: look.colorScheme })
    await expect.poll(() => sideways(page), `${at}: pixels to scroll sideways`).toBeLessThanOrEqual(0)
    if (searched.includes(look)) expect(await seriousViolations(page), at).toEqual([])
  }
}

function looksAt({ narrow, wide }: Widths): readonly Look[] {
  const some: Look[] = [
    { width: narrow, colorScheme: 'dark' },
    { width: wide, colorScheme: 'light' },
  ]
  // Whether a page can be scrolled sideways depends on the width alone, and contrast on the colours.
  return EVERY_LOOK ? [...some, { width: narrow, colorScheme: 'light' }, { width: wide, colorScheme: 'dark' }] : some
}

/** By how many pixels the page can be scrolled sideways. */
function sideways(page: Page): Promise<number> {
  return page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
}
