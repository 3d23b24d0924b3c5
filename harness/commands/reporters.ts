import { runFiles } from '../store/report-files.ts'
import { DEFAULT_REPORTERS, loadReporters, type Multiplexer } from '../reporters/index.ts'
import type { Screen } from '../reporters/live/screen.ts'
import { resultFiles } from '../store/store.ts'
import { missionViews } from './mission-view.ts'
import type { RunCommandOptions } from './run-options.ts'

/** @throws UsageError if one of them cannot be loaded */
export function reportersOf(
  options: Pick<RunCommandOptions, 'reporters' | 'verbose' | 'json'> & Partial<Pick<RunCommandOptions, 'judge'>>,
  screen: Screen,
): Promise<Multiplexer> {
  const { reporters = DEFAULT_REPORTERS, verbose, judge = true } = options
  const setup = {
    stdout: process.stdout,
    stderr: process.stderr,
    screen,
    // Either way of asking for it leaves nothing else on standard output.
    json: options.json || reporters.includes('json'),
    verbose,
    judge,
    report: reporters.includes('html'),
    results: resultFiles,
    runs: runFiles,
    mission: missionViews(),
  }
  return loadReporters(setup, reporters)
}
