import { reportFiles, startServer } from '../../harness/commands/serve.ts'
import { runFiles } from '../../harness/store/report-files.ts'
import { temporaryFolder } from '../helpers.ts'
import { expect, test, writeReport, type WrittenRun } from './reports.ts'
import { writeRichRun } from './rich-run.ts'

test('the report of a run that goes on says so, takes nothing for a failure, and is loaded again when it has more', async ({
  page,
}) => {
  await using folder = await temporaryFolder()
  const run = await writeRichRun(folder.path)
  const begun = { ...run, trials: [] }
  await writeReport(
    run.folder,
    [begun],
    { runs: { ...runFiles, readTrial: () => Promise.resolve(undefined) } },
    new Date(),
  )
  await using server = await startServer(reportFiles(run.folder), 0)
  await page.goto(`${server.address}#/provenance`)
  const note = page.getByText('The run goes on')
  await expect(note).toContainText(
    new RegExp(`^0 of ${String(run.run.trials.length)} trials had ended at \\d\\d:\\d\\d:\\d\\d`),
  )
  await expect(page.getByText('Not all trials have ended')).toHaveCount(0)

  await page.goto(server.address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing has been judged yet.')
  await expect(page.getByText('at least')).toHaveCount(0)
  const cells = page.locator('.heatmap td').filter({ has: page.locator('a.value') })
  expect(await cells.count()).toBeGreaterThan(0)
  for (const cell of await cells.all()) {
    await expect(cell.locator('a.value')).toHaveText('…')
    await expect(cell).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  }
  await cells.first().locator('a.value').click()
  await expect(page.locator('.head-score').first()).toHaveText('not ended')

  await page.goto(`${server.address}#/provenance`)
  await writeReport(run.folder, [run])
  await expect(note).toHaveCount(0, { timeout: 20_000 })
  expect(new URL(page.url()).hash).toBe('#/provenance')
})

const SPENT = { agent: 2000, expectations: 4700 }

/** The trials of a run, each with a ledger. */
function withLedgers({ folder, run, trials }: WrittenRun): WrittenRun {
  return { folder, run, trials: trials.map((trial) => ({ ...trial, ledger: SPENT })) }
}

test('a run that goes on has no ledger and no time, but the number of trials at a time', async ({ page }) => {
  await using folder = await temporaryFolder()
  const run = withLedgers(await writeRichRun(folder.path))
  await writeReport(run.folder, [run], {}, new Date())
  await using server = await startServer(reportFiles(run.folder), 0)
  await page.goto(server.address)
  const ledger = page.getByRole('region', { name: 'Where the time went' })
  await expect(ledger).toHaveText('Where the time went shown when the run has ended · 2 trials at a time')
  await page.goto(`${server.address}#/provenance`)
  await expect(page.locator('.provenance div', { hasText: /^Took/ })).toHaveText('Tooknot ended')
})

test('a run that has ended has its ledger, the number of trials at a time, and its patience unless it is auto', async ({
  page,
}) => {
  await using folder = await temporaryFolder()
  const { run, trials, folder: written } = withLedgers(await writeRichRun(folder.path))
  const report = async (patience: 'auto' | 'full') => {
    await writeReport(written, [{ folder: written, run: { ...run, settings: { ...run.settings, patience } }, trials }])
    await page.goto(`${server.address}#/provenance`)
    await page.reload()
    await expect(page.getByText('Trials at a time')).toBeVisible()
    return page.locator('.provenance div', { hasText: /^Patience/ })
  }
  await using server = await startServer(reportFiles(written), 0)
  await expect(await report('auto')).toHaveText([])
  await expect(await report('full')).toHaveText([/full: an expectation/])

  await page.goto(server.address)
  const ledger = page.getByRole('region', { name: 'Where the time went' })
  await expect(ledger.getByRole('heading')).toHaveText('Where the time went 30.0 s in all · 2 trials at a time')
  await expect(ledger.getByRole('listitem')).toHaveText([/^ Agent/, /^ Expectations/, /^ Idle/])
})

test('the list of what did not pass has one line for all pending points', async ({ page, open }) => {
  await open('#/')
  const list = page.getByRole('region', { name: 'What did not pass 11 points' })
  await expect(list.locator('.points .s-pending')).toHaveCount(0)
  await list.getByRole('link', { name: 'Pending: 4 points' }).click()
  await expect(page.getByRole('region', { name: 'What matches 4 points' }).locator('.points .s-pending')).toHaveCount(4)
  await expect(page.getByText('Pending: 4 points')).toHaveCount(0)
})
