/** The score of one trial: of its points, or of its suites by their weights. */
import { pointsOf } from '../../contracts/points.ts'
import type { TrialRecord, Verdict } from '../../contracts/schema.ts'
import { groupBy } from '../collections/group-by.ts'
import type { Tally } from './clusters.ts'

type Scored = Pick<TrialRecord, 'runnable' | 'verdicts' | 'suites' | 'scoring'>

/** The parts of a mission: suites that run the project, and suites that review its code. */
export type PartName = 'execution' | 'review'

/** One suite of a trial. It has no name if it is the only suite of its mission. */
export interface SuiteTally extends Required<Tally> {
  readonly suite: string | undefined
  readonly part: PartName
  readonly weight: number
  /** Judged points. Added up separately, because the rounded difference of two fractions could be less than the passed points. */
  readonly judged: number
}

/** The points of each suite. Unjudged points are part of the total and not of what passed. */
export function suiteTallies({ runnable, verdicts, suites = [] }: Scored): SuiteTally[] {
  if (suites.length === 0) return [{ part: 'execution', weight: 1, ...sumOf(runnable, verdicts, undefined) }]
  return suites.map(({ id, tester, weight }) => ({
    part: tester === 'review' ? 'review' : 'execution',
    weight,
    ...sumOf(runnable, verdicts, id),
  }))
}

/** One pass: a summary of a large run adds up millions of verdicts. */
function sumOf(runnable: Verdict, verdicts: readonly Verdict[], suite: string | undefined) {
  const tally = { suite, passed: 0, total: 0, judged: 0, unjudged: 0 }
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
 * its missions, the total is 1, of which its score has passed; 0 of 0 if the benchmark excludes a whole part of the mission.
 */
export function tallyOf(trial: Scored): Required<Tally> {
  return missingPart(trial) === undefined ? missionTally(trial) : { passed: 0, total: 0, unjudged: 0 }
}

/**
 * The score of a trial as an interval, even if it is not in the score of its run. Suites keep their stated weights: the weight of a suite
 * that nobody could judge is unjudged, and is never given to others.
 */
export function missionTally(trial: Scored): Required<Tally> {
  if (trial.scoring !== 'mean') return pointTally(trial)
  const suites = suiteTallies(trial)
  if (suites.every(({ total }) => total === 0)) return { passed: 0, total: 0, unjudged: 0 }
  return {
    passed: weighted(suites, ({ passed, total }) => (total === 0 ? 0 : passed / total)),
    total: 1,
    unjudged: weighted(suites, ({ unjudged, total }) => (total === 0 ? 1 : unjudged / total)),
  }
}

/** The part of a mission of which the benchmark excludes everything, if it has another part. Such a mission is not in a mean. */
export function missingPart(trial: Scored): PartName | undefined {
  if (trial.scoring !== 'mean') return undefined
  const parts = [...groupBy(suiteTallies(trial), ({ part }) => part)]
  return parts.length < 2 ? undefined : parts.find(([, suites]) => suites.every(({ total }) => total === 0))?.[0]
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

/**
 * The score of a trial over its judged points, from 0 to 1; null if nothing of a part was judged. Each part keeps its stated weight:
 * 0.8 × execution + 0.2 × review stays that if only some suites of the execution can be judged.
 */
export function judgedScore(trial: Scored): number | null {
  const suites = suiteTallies(trial)
  const judged = suites.filter((suite) => suite.judged > 0)
  if (judged.length === 0) return null
  if (trial.scoring !== 'mean') {
    const passed = judged.reduce((sum, suite) => sum + suite.passed, 0)
    return passed / judged.reduce((sum, suite) => sum + suite.judged, 0)
  }
  const parts = [...groupBy(suites, ({ part }) => part)].map(([part, all]) => ({
    weight: all.reduce((sum, { weight }) => sum + weight, 0),
    score: partScore(judged.filter((suite) => suite.part === part)),
  }))
  if (parts.some(({ score }) => score === null)) return null
  return weighted(parts, ({ score }) => score ?? 0)
}

/** The mean of the judged suites of one part, by their weights. */
function partScore(judged: readonly SuiteTally[]): number | null {
  return judged.length === 0 ? null : weighted(judged, (suite) => suite.passed / suite.judged)
}

/** The score of one part of a trial over its judged points; null if nothing of it was judged. */
export function judgedPart(trial: Scored, part: PartName): number | null {
  return partScore(suiteTallies(trial).filter((suite) => suite.part === part && suite.judged > 0))
}

/** A mean by weights. */
function weighted<T extends { readonly weight: number }>(all: readonly T[], value: (each: T) => number): number {
  const weights = all.reduce((sum, { weight }) => sum + weight, 0)
  return all.reduce((sum, each) => sum + each.weight * value(each), 0) / weights
}
