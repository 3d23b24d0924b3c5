import { HarnessFault } from '../errors.ts'
import { certainScore, percent, scoreText } from '../reporters/percent.ts'
import type { RunResult } from '../reporters/formats/format.ts'
import type { RunRecord } from '../contracts/schema.ts'
import { resultFiles } from '../store/store.ts'
import { readRun, readSummary, reportFile } from '../store/read.ts'
import { summarise } from '../run/summary.ts'

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
  const seconds = (await readSummary(folder))?.seconds ?? data.trials.reduce((sum, trial) => sum + trial.seconds, 0)
  return { ...data, summary: summarise(data.run, data.trials, { folder, report: reportFile(folder), seconds }) }
}
