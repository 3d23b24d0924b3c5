import { reportFiles, startServer } from '../../harness/commands/serve.ts'
import { runFiles } from '../../harness/store/report-files.ts'
import { temporaryFolder } from '../helpers.ts'
import { expect, test, writeReport } from './reports.ts'
import { writeRichRun } from './rich-run.ts'

test('the report of a run that goes on says so, and is loaded again when it has more', async ({ page }) => {
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

  await writeReport(run.folder, [run])
  await expect(note).toHaveCount(0, { timeout: 20_000 })
  expect(new URL(page.url()).hash).toBe('#/provenance')
})

test('trials that have not ended are no failures', async ({ page }) => {
  await using folder = await temporaryFolder()
  const run = await writeRichRun(folder.path)
  const begun = { ...run, trials: [] }
  const runs = { ...runFiles, readTrial: () => Promise.resolve(undefined) }
  await writeReport(run.folder, [begun], { runs }, new Date())
  await using server = await startServer(reportFiles(run.folder), 0)
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
})
