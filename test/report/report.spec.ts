import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { renderReport } from '../../harness/reporters/html/report.ts'
import { screenshotKey } from '../../harness/reporters/html/screenshots.ts'
import { summarise } from '../../harness/summary.ts'
import { hostileRun } from './hostile-run.ts'

let folder: string
test.beforeEach(async ({ page }) => {
  folder = await mkdtemp(path.join(tmpdir(), 'pe-report-'))
  const { run, trials } = hostileRun()
  const [trial] = trials
  const failed = trial?.verdicts[1]
  if (!trial || !failed) throw new Error('the fixture has a failure')
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const screenshots = new Map([[screenshotKey(trial.trial, failed), pixel]])
  const summary = summarise(run, trials, { folder, report: path.join(folder, 'index.html'), seconds: 1 })
  await writeFile(path.join(folder, 'index.html'), renderReport({ run, trials, summary, screenshots }))
  await page.goto(pathToFileURL(path.join(folder, 'index.html')).href)
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

test('shows the score, the denominator and every function of the mission', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toContainText('50.0%')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2 of 4 points')
  const row = page.getByRole('row', { name: /Show <b>result/ })
  await expect(row.getByText('shows-result')).toBeVisible()
  await expect(page.getByRole('list').getByText('failed')).toBeVisible()
})

test('leads from a failed testcode to its reason, picture and log', async ({ page }) => {
  const failure = page.locator('details').filter({ hasText: 'shows-result' })
  await page.getByRole('link', { name: /shows-result/ }).click()
  await expect(page).toHaveURL(/#.*shows-result$/)
  await failure.locator('summary').click()
  await expect(failure.getByText('Expected 22.9')).toBeVisible()
  await expect(failure.getByRole('img', { name: /Screenshot/ })).toBeVisible()
  await expect(failure.getByText('listening on 8000')).toBeVisible()
})

test('shows hostile text as text: nothing of it runs, loads or leads anywhere', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('dialog', () => {
    throw new Error('a script of the project ran')
  })
  await page.reload()
  expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([])
  await expect(page.locator('script, iframe, object, embed, base, form')).toHaveCount(0)
  await expect(page.locator('[onerror], [onclick], [onload]')).toHaveCount(0)
  await expect(page.locator('a[href]:not([href^="#"])')).toHaveCount(0)
  await expect(page).toHaveTitle(/50\.0%/)
})

for (const width of [390, 1440]) {
  test(`has no sideways scrolling at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const summary of await page.locator('summary').all()) await summary.click()
    const root = page.locator('html')
    expect(await root.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })
}
