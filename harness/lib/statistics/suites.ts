import type { TrialRecord } from '../../contracts/schema.ts'
import { suiteTallies, type SuiteTally } from './trial-score.ts'

/** One suite over all missions that have a suite of that name. */
export interface SuiteScore {
  readonly id: string
  /** Null if missions give it different weights. */
  readonly weight: number | null
  /** Unjudged points count as not passed; null without points. */
  readonly score: number | null
}

/** The mean of a suite's scores over its missions, or the share of its points if the run pools them; none if missions have one suite. */
export function suiteScores(trials: readonly TrialRecord[]): SuiteScore[] {
  const parts = trials.flatMap((trial) =>
    suiteTallies(trial).map((tally) => ({ tally, mission: trial.trial.mission, mean: trial.scoring === 'mean' })),
  )
  const ids = [...new Set(parts.flatMap(({ tally: { suite } }) => suite ?? []))]
  return ids.map((id) => {
    const own = parts.filter(({ tally }) => tally.suite === id)
    const weights = new Set(own.map(({ tally }) => tally.weight))
    const [weight = null] = weights
    return { id, weight: weights.size === 1 ? weight : null, score: scoreOf(own) }
  })
}

interface Part {
  readonly tally: SuiteTally
  readonly mission: string
  readonly mean: boolean
}

function scoreOf(parts: readonly Part[]): number | null {
  if (parts.every(({ mean }) => !mean)) return share(parts)
  const missions = [...new Set(parts.map(({ mission }) => mission))]
  const scores = missions.map((wanted) => share(parts.filter(({ mission }) => mission === wanted)))
  const known = scores.filter((score) => score !== null)
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length
}

function share(parts: readonly Part[]): number | null {
  const total = parts.reduce((sum, { tally }) => sum + tally.total, 0)
  return total === 0 ? null : parts.reduce((sum, { tally }) => sum + tally.passed, 0) / total
}
