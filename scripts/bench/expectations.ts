/**
 * Compares the time of the harness's expectations on a static page with Playwright's own: prints the medians of alternating
 * measurements, Playwright's first, in milliseconds. Run it on an idle machine.
 */
import { expect as plain, type Page } from '@playwright/test'
import { closeDrivers } from '../../harness/lib/browser/drivers.ts'
import { launchBrowser } from '../../harness/lib/browser/launch.ts'
import { scratchFolder } from '../../harness/lib/files/scratch.ts'
import { steadyExpect } from '../../harness/testers/playwright/expectations/expect.ts'
import { rowsOf } from '../../harness/testers/playwright/expectations/rows.ts'
import { theOneElement } from '../../harness/testers/playwright/elements.ts'
import { prepareBrowser, prepareContext } from '../../harness/testers/playwright/stillness/inside.ts'
import { Stillness } from '../../harness/testers/playwright/stillness/stillness.ts'
import type { TestcodeExpect } from '../../harness/contracts/types.ts'

const PAIRS = Number(process.argv[2] ?? 60)
const ROWS = Array.from(
  { length: 50 },
  (_, n) => `<li><b>Name ${String(n)}</b> <span>${String(n * 7)}</span> <button>Delete</button></li>`,
)
const PAGE = `<!doctype html><title>Rest</title><h1 id="title">Heading</h1><p id="sum">Total: <b>42</b></p><ul>${ROWS.join('')}</ul>`

type Work = () => Promise<unknown>

function measured(page: Page, expect: TestcodeExpect, stillness: Stillness): Record<string, readonly [Work, Work]> {
  const title = page.locator('#title')
  const sum = page.locator('#sum')
  const row = rowsOf(page, ['Name 30'], /Delete/)
  const lookup = {
    page,
    stillness,
    patience: 3000,
    full: undefined,
    kind: 'text',
    name: 'title',
    value: 'title',
  } as const
  return {
    toBeVisible: [() => plain(title).toBeVisible(), () => expect(title).toBeVisible()],
    toHaveText: [() => plain(title).toHaveText('Heading'), () => expect(title).toHaveText('Heading')],
    'toHaveCount, 50': [
      () => plain(page.locator('li')).toHaveCount(50),
      () => expect(page.locator('li')).toHaveCount(50),
    ],
    'toHaveCount, 0': [() => plain(page.locator('ol')).toHaveCount(0), () => expect(page.locator('ol')).toHaveCount(0)],
    toShowNumber: [() => plain(sum).toHaveText(/\b42\b/), () => expect(sum).toShowNumber('42')],
    'element()': [
      () => plain(page.locator('id=title')).toHaveCount(1),
      () => theOneElement({ ...lookup, proven: new Set(), pageStatus: 200 }),
    ],
    'rows()': [
      () =>
        page
          .locator('li')
          .filter({ hasText: 'Name 30' })
          .filter({ has: page.getByRole('button', { name: 'Delete' }) })
          .count(),
      () => row.count(),
    ],
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN
async function timed(work: Work): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

await using place = await scratchFolder()
const browser = await launchBrowser(place.path)
try {
  await prepareBrowser(browser)
  const context = await browser.newContext()
  await prepareContext(context)
  const page = await context.newPage()
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }))
  await page.goto('http://localhost/')
  const stillness = new Stillness(page)
  const expect = steadyExpect({ base: plain, patience: 3000, stillness: () => stillness })
  for (const [name, [theirs, ours]] of Object.entries(measured(page, expect, stillness))) {
    const times: [number, number][] = []
    for (let count = 0; count < PAIRS; count += 1) times.push([await timed(theirs), await timed(ours)])
    const [one, other] = [median(times.map(([time]) => time)), median(times.map(([, time]) => time))]
    process.stdout.write(`${name.padEnd(16)} ${one.toFixed(1).padStart(6)} ${other.toFixed(1).padStart(6)} ms\n`)
  }
} finally {
  await browser.close()
  await closeDrivers()
}
