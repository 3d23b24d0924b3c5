/** The score of one trial: of its points, or of its suites by their weights. */
import { pointsOf, type Contribution } from '../../contracts/points.ts'
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
  const all = [runnable, ...verdicts]
  const weights = suites.length === 0 ? [{ id: undefined, weight: 1 }] : suites
  return weights.map(({ id, weight }) => ({
    suite: id,
    weight,
    ...sum(all.filter((verdict) => id === undefined || verdict.suite === id)),
  }))
}

function sum(verdicts: readonly Verdict[]): Required<Tally> & Pick<SuiteTally, 'judged'> {
  const add = (value: (part: Contribution) => number) =>
    verdicts.reduce((total, verdict) => total + value(pointsOf(verdict)), 0)
  return {
    passed: add(({ earned }) => earned),
    total: add(({ of }) => of),
    judged: add(({ of, unknown }) => of - unknown),
    unjudged: add(({ unknown }) => unknown),
  }
}

/**
 * The contribution of a trial to the score of its run. If the run pools points, these are its points. If the run takes the mean of
 * its missions, the total is 1, of which its score has passed; 0 of 0 if the benchmark excludes everything.
 */
export function tallyOf(trial: Scored): Required<Tally> {
  const suites = suiteTallies(trial).filter(({ total }) => total > 0)
  if (trial.scoring !== 'mean')
    return {
      passed: suites.reduce((all, { passed }) => all + passed, 0),
      total: suites.reduce((all, { total }) => all + total, 0),
      unjudged: suites.reduce((all, { unjudged }) => all + unjudged, 0),
    }
  if (suites.length === 0) return { passed: 0, total: 0, unjudged: 0 }
  return {
    passed: weighted(suites, ({ passed, total }) => passed / total),
    total: 1,
    unjudged: weighted(suites, ({ unjudged, total }) => unjudged / total),
  }
}

/** The points of a trial, even if its run is scored in another way. */
export function pointTally(trial: Scored): Required<Tally> {
  return tallyOf({ ...trial, scoring: 'pooled' })
}

/** The points of several trials together. */
export function pointsOfTrials(trials: readonly Scored[]): Required<Tally> {
  const tallies = trials.map(pointTally)
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    total: tallies.reduce((sum, { total }) => sum + total, 0),
    unjudged: tallies.reduce((sum, { unjudged }) => sum + unjudged, 0),
  }
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
