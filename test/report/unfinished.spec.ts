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
  const note = page.getByText('This run was not finished')
  await expect(note).toContainText(`0 of ${String(run.run.trials.length)} trials had ended`)
  await expect(page.getByText('Not all trials have ended')).toHaveCount(0)

  await writeReport(run.folder, [run])
  await expect(note).toHaveCount(0, { timeout: 20_000 })
  expect(new URL(page.url()).hash).toBe('#/provenance')
})
