/**
 * Measures the judge's script in pages of 200, 2,000 and 20,000 elements: prints medians in milliseconds, one line for each size. `look` is
 * one question about one element. `sample` is the time of the page's thread for each change that may concern every element, without that of
 * the change itself.
 */
import type { CDPSession, Page } from 'playwright'
import { closeDrivers } from '../../harness/lib/browser/drivers.ts'
import { launchBrowser } from '../../harness/lib/browser/launch.ts'
import { scratchFolder } from '../../harness/lib/files/scratch.ts'
import { lookAtOnly } from '../../harness/testers/playwright/expectations/seen.ts'
import { prepareBrowser, prepareContext } from '../../harness/testers/playwright/stillness/inside.ts'
import { Stillness } from '../../harness/testers/playwright/stillness/stillness.ts'
import { median, print } from './measure.ts'

const SIZES = [200, 2000, 20_000]
const LOOKS = 15
const CHANGES = 8
/** Milliseconds between two changes. */
const PACE = 500

const document = (elements: number): string =>
  `<!doctype html><title>Looks</title><style>body.a p { color: #222 }</style><ul>${'<li><b>Name</b> <s>42</s></li>'.repeat(elements / 4)}${'<li>Other</li>'.repeat(elements / 4)}</ul><p id="sum">Total: <b>42</b></p>`

/** Milliseconds of the page's thread for each change of the class of the body. */
async function perChange(page: Page, session: CDPSession): Promise<number> {
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
  }
  const before = await spent()
  for (let count = 0; count < CHANGES; count += 1) {
    await session.send('Runtime.evaluate', {
      expression: `document.body.className = document.body.className ? '' : 'a'`,
    })
    await page.waitForTimeout(PACE)
  }
  return ((await spent()) - before) / CHANGES
}

await using place = await scratchFolder()
const browser = await launchBrowser(place.path)
try {
  await prepareBrowser(browser)
  print('elements    look  sample')
  for (const size of SIZES) {
    await using context = await browser.newContext()
    await prepareContext(context)
    const page = await context.newPage()
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: document(size) }))
    await page.goto('http://localhost/')
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    // The judge's script comes with the first question.
    const alone = await perChange(page, session)
    const stillness = new Stillness(page)
    const looks: number[] = []
    for (let count = 0; count < LOOKS; count += 1) {
      const began = performance.now()
      await lookAtOnly(page.locator('#sum'), stillness, 'read')
      looks.push(performance.now() - began)
    }
    const sampled = await perChange(page, session)
    print(
      [String(size), median(looks).toFixed(1), (sampled - alone).toFixed(1)].map((each) => each.padStart(8)).join(''),
    )
  }
} finally {
  await browser.close()
  await closeDrivers()
}
