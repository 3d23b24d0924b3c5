import type { Paper } from '../contracts/paper.ts'
import { reportFile } from '../store/read.ts'
import { runFiles } from '../store/report-files.ts'
import { DEFAULT_REPORTERS, loadReporters, type Multiplexer } from '../reporters/index.ts'
import type { Screen } from '../reporters/live/screen.ts'
import type { InterimSources } from '../reporters/setup.ts'
import { resultFiles } from '../store/store.ts'
import { missionViews } from './mission-view.ts'
import { reportTables } from './paper-tables.ts'
import type { RunCommandOptions } from './run-options.ts'
import { readResult } from './runs.ts'

const INTERIM: InterimSources = {
  pageOf: reportFile,
  summaryOf: async (folder) => (await readResult(folder)).summary,
}

/** @throws UsageError if one of them cannot be loaded */
export function reportersOf(
  options: Pick<RunCommandOptions, 'reporters' | 'verbose' | 'json'> & Partial<Pick<RunCommandOptions, 'judge'>>,
  screen: Screen,
  papers: readonly Paper[],
): Promise<Multiplexer> {
  const { reporters = DEFAULT_REPORTERS, verbose, judge = true } = options
  // Either way of asking for it leaves nothing else on standard output.
  const json = options.json || reporters.includes('json')
  const setup = {
    stdout: process.stdout,
    stderr: process.stderr,
    screen,
    json,
    verbose,
    judge,
    report: reporters.includes('html'),
    results: resultFiles,
    runs: runFiles,
    // Where a program reads the result, nobody looks at a report before the end.
    interim: json ? undefined : INTERIM,
    mission: missionViews(papers),
    tables: reportTables(papers),
  }
  return loadReporters(setup, reporters)
}
