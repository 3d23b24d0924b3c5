import { HarnessFault } from '../errors.ts'
import { certainScore, percent, scoreText } from '../reporters/percent.ts'
import type { RunResult } from '../reporters/formats/format.ts'
import type { RunRecord, Summary, TrialRecord } from '../contracts/schema.ts'
import { coveredSeconds } from '../lib/statistics/ledger.ts'
import { resultFiles } from '../store/store.ts'
import { readRun, readSummary, reportFile } from '../store/read.ts'
import { summarise, type SummaryPlace } from '../run/summary.ts'

/** A run as lists show it. */
export interface ListedRun {
  readonly run: RunRecord | undefined
  /** A lower bound: unjudged points count as failed. */
  readonly score: number | null
  /** How it is shown: with "at least", if something is unjudged. */
  readonly shown: string
  /** Damaged: it cannot be read, or another version wrote it. */
  readonly state: 'complete' | 'incomplete' | 'not ended' | 'damaged'
}

const NO_SCORE = { score: null, shown: percent(null) }

/** One that cannot be read must not hide the others. */
export async function listedRun(folder: string): Promise<ListedRun> {
  try {
    const [run, summary] = await Promise.all([readRun(folder), readSummary(folder)])
    const state = summary === undefined ? 'not ended' : summary.incomplete ? 'incomplete' : 'complete'
    return { run, ...(summary ? { score: certainScore(summary), shown: scoreText(summary) } : NO_SCORE), state }
  } catch (error) {
    if (!(error instanceof HarnessFault)) throw error
    return { run: undefined, ...NO_SCORE, state: 'damaged' }
  }
}

/** Everything that a run left, with its numbers computed again. */
export async function readResult(folder: string): Promise<RunResult> {
  const data = await resultFiles.read(folder)
  const place = { folder, report: reportFile(folder), ...timeOf(data.trials, await readSummary(folder)) }
  return { ...data, summary: summarise(data.run, data.trials, place) }
}

/**
 * @param written The summary of the run. While the run goes on, it is missing, or has fewer trials: then the wall time is not known,
 *   and only the time during which the ended trials were running is.
 */
function timeOf(
  trials: readonly TrialRecord[],
  written: Summary | undefined,
): Pick<SummaryPlace, 'seconds' | 'concurrency' | 'wallTimeIsUnknown'> {
  const covered = coveredSeconds(trials)
  if (written?.trials !== trials.length)
    return { seconds: Math.max(written?.seconds ?? 0, covered), wallTimeIsUnknown: true }
  return { seconds: written.seconds, concurrency: written.concurrency }
}
