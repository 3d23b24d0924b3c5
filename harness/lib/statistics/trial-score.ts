/** The score of one trial: of its points, or of its suites by their weights. */
import { pointsOf } from '../../contracts/points.ts'
import type { TrialRecord, Verdict } from '../../contracts/schema.ts'
import type { Tally } from './clusters.ts'

type Scored = Pick<TrialRecord, 'runnable' | 'verdicts' | 'suites' | 'scoring'>

/** One suite of a trial. It has no name if it is the only suite of its mission. */
export interface SuiteTally extends Required<Tally> {
  readonly suite: string | undefined
  readonly weight: number
  /** Judged points. Added up separately, because the rounded difference of two fractions could be less than the passed points. */
  readonly judged: number
}

/** The points of each suite. Unjudged points are part of the total and not of what passed. */
export function suiteTallies({ runnable, verdicts, suites = [] }: Scored): SuiteTally[] {
  const weights = suites.length === 0 ? [{ id: undefined, weight: 1 }] : suites
  return weights.map(({ id, weight }) => sumOf(runnable, verdicts, id, weight))
}

/** One pass: a summary of a large run adds up millions of verdicts. */
function sumOf(runnable: Verdict, verdicts: readonly Verdict[], suite: string | undefined, weight: number): SuiteTally {
  const tally = { suite, weight, passed: 0, total: 0, judged: 0, unjudged: 0 }
  const add = (verdict: Verdict) => {
    if (suite !== undefined && verdict.suite !== suite) return
    const { earned, of, unknown } = pointsOf(verdict)
    tally.passed += earned
    tally.total += of
    tally.judged += of - unknown
    tally.unjudged += unknown
  }
  add(runnable)
  for (const verdict of verdicts) add(verdict)
  return tally
}

/**
 * The contribution of a trial to the score of its run. If the run pools points, these are its points. If the run takes the mean of
 * its missions, the total is 1, of which its score has passed; 0 of 0 if the benchmark excludes everything.
 */
export function tallyOf(trial: Scored): Required<Tally> {
  if (trial.scoring !== 'mean') return pointTally(trial)
  const suites = suiteTallies(trial).filter(({ total }) => total > 0)
  if (suites.length === 0) return { passed: 0, total: 0, unjudged: 0 }
  return {
    passed: weighted(suites, ({ passed, total }) => passed / total),
    total: 1,
    unjudged: weighted(suites, ({ unjudged, total }) => unjudged / total),
  }
}

/** The points of a trial, even if its run is scored in another way. */
export function pointTally(trial: Scored): Required<Tally> {
  return added(suiteTallies(trial))
}

/** The points of several trials together. */
export function pointsOfTrials(trials: readonly Scored[]): Required<Tally> {
  return added(trials.map(pointTally))
}

function added(tallies: readonly Required<Tally>[]): Required<Tally> {
  const all = { passed: 0, total: 0, unjudged: 0 }
  for (const { passed, total, unjudged } of tallies) {
    all.passed += passed
    all.total += total
    all.unjudged += unjudged
  }
  return all
}

/** Whether a trial can be scored by counting verdicts: it has one suite, and each testcode is worth one point. */
export function isCounted({ runnable, verdicts, suites = [], scoring }: Scored): boolean {
  return scoring !== 'mean' && suites.length < 2 && [runnable, ...verdicts].every(isOnePoint)
}

/** Whether a verdict is worth one point, and earned all of it or nothing. */
export function isOnePoint({ status, points }: Verdict): boolean {
  return points.of === 1 && status !== 'partial'
}

/** The score of a trial over its judged points, from 0 to 1; null if nothing was judged. */
export function judgedScore(trial: Scored): number | null {
  const suites = suiteTallies(trial).filter(({ judged }) => judged > 0)
  if (suites.length === 0) return null
  if (trial.scoring === 'mean') return weighted(suites, ({ passed, judged }) => passed / judged)
  const passed = suites.reduce((all, suite) => all + suite.passed, 0)
  return passed / suites.reduce((all, { judged }) => all + judged, 0)
}

/** The mean of a number of each suite, by their weights. */
function weighted(suites: readonly SuiteTally[], value: (suite: SuiteTally) => number): number {
  const weights = suites.reduce((all, { weight }) => all + weight, 0)
  return suites.reduce((all, suite) => all + suite.weight * value(suite), 0) / weights
}
