import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { test as base, type Page } from '@playwright/test'
import { reportFiles, startServer } from '../../harness/commands/serve.ts'
import { openSingleFile, runFiles } from '../../harness/store/report-files.ts'
import { readAssets } from '../../harness/reporters/html/assets.ts'
import { buildReport } from '../../harness/reporters/html/build.ts'
import { folderForm, singleFileForm } from '../../harness/reporters/html/forms.ts'
import type { ReporterSetup } from '../../harness/reporters/setup.ts'
import type { RunRecord, TrialRecord } from '../../harness/contracts/schema.ts'
import { reportFile } from '../../harness/store/read.ts'
import { summarise } from '../../harness/run/summary.ts'
import { temporaryFolder } from '../helpers.ts'
import { PARTIAL_TRIAL, SUBMITTED_TRIAL, SUITES_RUN_ID, suitesMissionView, writeSuitesRun } from './suites-run.ts'
import { FAILED_TRIAL, PLANNED_TRIAL, RUN_ID, SCORED_TRIAL, missionView, writeRichRun } from './rich-run.ts'

export interface WrittenRun {
  readonly folder: string
  readonly run: RunRecord
  readonly trials: readonly TrialRecord[]
}

type Sources = Pick<ReporterSetup, 'runs' | 'mission'>

/** @returns the page */
export async function writeReport(
  folder: string,
  runs: readonly WrittenRun[],
  sources: Partial<Sources> = {},
  unfinishedAt?: Date,
): Promise<string> {
  await using writer = await runFiles.openReport(folder)
  const form = folderForm(writer, await readAssets())
  await buildReport(runs.map(reported), { runs: runFiles, mission: missionView, ...sources }, form, unfinishedAt)
  return reportFile(folder)
}

export async function writeSingleFile(file: string, runs: readonly WrittenRun[]): Promise<void> {
  await using writer = await openSingleFile(file)
  const form = singleFileForm(writer, await readAssets())
  await buildReport(runs.map(reported), { runs: runFiles, mission: missionView }, form)
}

function reported({ folder, run, trials }: WrittenRun) {
  return { folder, run, summary: summarise(run, trials, { folder, report: reportFile(folder), seconds: 30 }) }
}

export const TRIAL = `#/trial/${RUN_ID}/${FAILED_TRIAL}`

/** Every view, by the address that leads to it. */
export const VIEWS: Readonly<Record<string, string>> = {
  overview: '#/',
  filtered: '#/?status=failed,timeout&find=list',
  mission: '#/mission/shop',
  trial: TRIAL,
  brief: `${TRIAL}/brief`,
  trajectory: `${TRIAL}/trajectory`,
  exchange: `${TRIAL}/exchange`,
  files: `${TRIAL}/files`,
  parameters: `${TRIAL}/parameters`,
  log: `${TRIAL}/log`,
  failure: `${TRIAL}/testcode/shows`,
  passed: `#/trial/${RUN_ID}/shop.good.L1.direct.1/testcode/adds`,
  scored: `#/trial/${RUN_ID}/${SCORED_TRIAL}`,
  'scored files': `#/trial/${RUN_ID}/${SCORED_TRIAL}/files`,
  'an exchange': `#/trial/${RUN_ID}/${SCORED_TRIAL}/exchange`,
  planned: `#/trial/${RUN_ID}/${PLANNED_TRIAL}`,
  'not launched': `#/trial/${RUN_ID}/notes.bad.L1.direct.1`,
  pending: `#/trial/${RUN_ID}/notes.bad.L1.direct.3`,
  compare: '#/compare?a=bad%2FL1%2Fdirect&b=good%2FL1%2Fdirect',
  machines: '#/machines',
  provenance: '#/provenance',
  nowhere: '#/nothing/of/the/kind',
}

/** Views of the run with suites. */
export const SUITES_VIEWS: Readonly<Record<string, string>> = {
  overview: '#/',
  mission: '#/mission/sort',
  submitted: `#/trial/${SUITES_RUN_ID}/${SUBMITTED_TRIAL}`,
  partial: `#/trial/${SUITES_RUN_ID}/${PARTIAL_TRIAL}`,
  'partial testcode': `#/trial/${SUITES_RUN_ID}/${PARTIAL_TRIAL}/testcode/case-2`,
  compare: '#/compare',
  provenance: '#/provenance',
}

/** Where a report is opened from. */
export type Way = 'file' | 'served' | 'single file'

interface Fixtures {
  /** Opens a view and waits until all of it is there. */
  readonly open: (view: string) => Promise<void>
}
interface Options {
  readonly way: Way
  readonly shownRun: 'rich' | 'suites'
}
interface WorkerFixtures {
  readonly reports: Readonly<Record<Way, string>>
  /** Of the run with suites; opened from a file. */
  readonly suitesReport: string
}

/** Tests of the report of the rich run; `test.use({ way })` says where it is opened from. */
export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  way: ['file', { option: true }],
  shownRun: ['rich', { option: true }],
  reports: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      await using root = await temporaryFolder()
      const written = await writeRichRun(root.path)
      const single = path.join(root.path, 'single.html')
      await writeReport(written.folder, [written])
      await writeSingleFile(single, [written])
      await using server = await startServer(reportFiles(written.folder), 0)
      await use({
        file: pathToFileURL(reportFile(written.folder)).href,
        served: server.address,
        'single file': pathToFileURL(single).href,
      })
    },
    { scope: 'worker' },
  ],
  suitesReport: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      await using root = await temporaryFolder()
      const written = await writeSuitesRun(root.path)
      await writeReport(written.folder, [written], { mission: suitesMissionView })
      await use(pathToFileURL(reportFile(written.folder)).href)
    },
    { scope: 'worker' },
  ],
  open: async ({ page, reports, suitesReport, way, shownRun }, use) => {
    await use(async (view) => {
      await page.goto((shownRun === 'suites' ? suitesReport : reports[way]) + view)
      await shown(page)
    })
    // Choices of a reader are kept by origin, and all files are one origin, which Playwright does not empty.
    await page.evaluate(() => localStorage.clear())
  },
})

/** Waits until a view has all its data. */
export async function shown(page: Page): Promise<void> {
  await base.expect(page.locator('main#main h1')).toBeVisible()
  await base.expect(page.locator('.loading')).toHaveCount(0)
}

export { expect } from '@playwright/test'
