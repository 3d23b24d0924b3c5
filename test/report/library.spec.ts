/** A report of libraries, which hidden tests judge. */
import { pathToFileURL } from 'node:url'
import { reportFile } from '../../harness/store/read.ts'
import { temporaryFolder } from '../helpers.ts'
import { FAILED, FAILED_TEST, LONG_NAME, ONE_CAUSE, OWN_CAUSES, WIDE_FAILED, writeLibraryRun } from './library-run.ts'
import { EVERY_LOOK, expectFit } from './looks.ts'
import { expect, shown, test as base, writeReport } from './reports.ts'

const missionView = () => Promise.resolve({ parameters: {}, testcodes: [], canonical: undefined })

interface Reports {
  readonly libraries: string
  readonly untestable: string
}

async function reportOf(root: string, isTestable: boolean): Promise<string> {
  const written = await writeLibraryRun(root, isTestable)
  await writeReport(written.folder, [written], { mission: missionView })
  return pathToFileURL(reportFile(written.folder)).href
}

const test = base.extend<
  { readonly visit: (view: string, report?: keyof Reports) => Promise<void> },
  { libraryReports: Reports }
>({
  libraryReports: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      await using folders = await temporaryFolder()
      await use({
        libraries: await reportOf(`${folders.path}/a`, true),
        untestable: await reportOf(`${folders.path}/b`, false),
      })
    },
    { scope: 'worker' },
  ],
  visit: async ({ page, libraryReports }, use) => {
    await use(async (view, report = 'libraries') => {
      await page.goto(libraryReports[report] + view)
      await shown(page)
    })
  },
})

test('the overview shows only what libraries have', async ({ page, visit }) => {
  await visit('#/')
  const board = page.getByRole('table', { name: 'Agents by score' })
  const heads = ['Agent', 'Points by status', 'Score', '95% interval', 'Points', 'Time']
  await expect(board.getByRole('columnheader')).toHaveText(heads)
  // Two libraries of 2,003 tests, one of which is excluded, by two agents.
  const legend = page.getByRole('region', { name: /Status of 4,004 points/ }).getByRole('listitem')
  await expect(legend).toHaveText([
    /passed 2,002/,
    /failed 2,002/,
    /excluded 2 in no denominator, counted in each project/,
  ])
  const funnel = page.getByRole('region', { name: /How far projects come/ })
  await expect(funnel.getByRole('columnheader')).toHaveText(['Agent', 'generated', 'parsed', 'testable', 'passed'])
  await expect(funnel.getByRole('row', { name: /^weak/ }).getByRole('cell')).toHaveText(['2', '2', '2', '0 −2'])
  await expect(page.getByText('unnable')).toHaveCount(0)
})

test('units are singular after a one', async ({ page, visit }) => {
  await visit('#/')
  const cell = (name: RegExp) => page.getByRole('row', { name }).getByRole('cell').nth(1)
  await expect(cell(/^kinds/)).toContainText('1 type 2 trials')
  await expect(cell(/^length/)).toContainText('2 lines')
  await expect(cell(/^time/)).toContainText('1 ms')
})

test('thousands of failures are a row for each cause, the most frequent one first', async ({ page, visit }) => {
  await visit('#/')
  const rows = page.locator('#list-title ~ .points > li')
  await expect(page.locator('#list-title')).toContainText('2,002 points, and 2 excluded')
  await expect(rows).toHaveCount(100)
  await expect(rows.first()).toContainText(`${ONE_CAUSE.toLocaleString('en-US')} points for the same reason`)
  await expect(rows.first().locator('.reason')).toHaveText(`TypeError: 'NoneType' object is not iterable`)
  await expect(rows.first().locator('.where')).toHaveText('wide · weak')
  await rows.first().locator('summary').click()
  await expect(rows.first().getByRole('link')).toHaveCount(ONE_CAUSE)
  await expect(rows.first().locator('.what code').first()).toHaveText('tests/test_0.py')
  await page.getByRole('button', { name: /^Show more of \d+ points/ }).click()
  // The two failures and the excluded tests of the small libraries.
  await expect(rows).toHaveCount(1 + OWN_CAUSES + 4)
  await expect(rows.last()).toContainText('excluded')
})

test('a mission shows its tests by file, and breaks no name', async ({ page, visit }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit('#/mission/small')
  await expect(page.getByRole('columnheader', { name: 'Test file and test' })).toBeVisible()
  const row = page.getByRole('rowheader', { name: LONG_NAME })
  const short = page.getByRole('rowheader', { name: 'test_short' })
  expect((await row.boundingBox())?.height).toBe((await short.boundingBox())?.height)
  const table = page.getByRole('region', { name: 'Tests by file' })
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expect(page.getByRole('rowheader', { name: /able$/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /expects/ })).toHaveCount(0)
  await expect(page.locator('[data-cell][tabindex="0"]')).toHaveCount(1)
})

test('a narrow mission breaks names between words', async ({ page, visit }) => {
  await page.setViewportSize({ width: 400, height: 900 })
  await visit('#/mission/small')
  const lines = await page.getByRole('rowheader', { name: LONG_NAME }).evaluate((head) => {
    const texts = [...head.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    return texts.map((text) => {
      const range = document.createRange()
      range.selectNode(text)
      return range.getClientRects().length
    })
  })
  expect(lines.length).toBeGreaterThan(5)
  expect(new Set(lines)).toEqual(new Set([1]))
})

test('a test has headings of its own', async ({ page, visit }) => {
  await visit(FAILED_TEST)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(LONG_NAME)
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where the test failed' })).toBeVisible()
  await expect(page.getByText(/Output of the program|Log of the project|What was there/)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'test_short →' })).toBeVisible()
})

test('a trial has no parameters, and no agent a cost', async ({ page, visit }) => {
  await visit(WIDE_FAILED)
  const tabs = page.getByRole('navigation', { name: 'Parts of the trial' }).getByRole('link')
  await expect(tabs).toHaveText(['Verdicts', 'Brief', 'Trajectory', 'Exchange', 'Files', 'Log'])
  await expect(page.getByText(/tests for the same reason/).first()).toBeVisible()
  await visit('#/compare')
  await expect(page.getByRole('heading', { name: 'Cost against score' })).toHaveCount(0)
})

test('a library that tests cannot import is shown as such', async ({ page, visit }) => {
  await visit('#/', 'untestable')
  const board = page.getByRole('table', { name: 'Agents by score' })
  await expect(board.getByRole('columnheader', { name: 'Testable' })).toBeVisible()
  await expect(board.getByRole('row', { name: /^weak/ }).first()).toContainText('0/2')
  await visit('#/mission/small', 'untestable')
  await expect(page.getByRole('link', { name: 'runnable, sample 1: failed' })).toBeVisible()
  await visit(FAILED, 'untestable')
  await expect(page.getByText('no file of the library is there')).toBeVisible()
})

test('a narrow screen shows the whole score, and that more columns follow', async ({ page, visit }) => {
  await page.setViewportSize({ width: 400, height: 900 })
  await visit('#/')
  const scores = page.getByRole('region', { name: 'Scores' })
  expect(await scores.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const steps = page.getByRole('region', { name: 'Steps' })
  await steps.evaluate((region) => {
    region.style.width = '200px'
  })
  await expect(steps).toHaveClass('scroll more')
  await steps.evaluate((region) => {
    region.scrollLeft = region.scrollWidth
  })
  await expect(steps).toHaveClass('scroll')
})

for (const view of EVERY_LOOK ? ['#/', '#/mission/small', FAILED, FAILED_TEST] : ['#/'])
  test(`${view}: no sideways scrolling, no serious violation`, async ({ page, visit }) => {
    await visit(view)
    await expectFit(page, { narrow: 400, wide: 1280 })
  })
