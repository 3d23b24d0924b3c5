/** The score of one trial: of its points, or of its suites by their weights. */
import { pointsOf, type Contribution } from '../../contracts/points.ts'
import type { TrialRecord, Verdict } from '../../contracts/schema.ts'
import type { Tally } from './clusters.ts'

type Scored = Pick<TrialRecord, 'runnable' | 'verdicts' | 'suites' | 'scoring'>

/** One suite of a trial. A mission with one suite has one without a name. */
export interface SuiteTally extends Required<Tally> {
  readonly suite: string | undefined
  readonly weight: number
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

function sum(verdicts: readonly Verdict[]): Required<Tally> {
  const add = (value: (part: Contribution) => number) =>
    verdicts.reduce((total, verdict) => total + value(pointsOf(verdict)), 0)
  return { passed: add(({ earned }) => earned), total: add(({ of }) => of), unjudged: add(({ unknown }) => unknown) }
}

/**
 * What a trial adds to the score of its run. Its points if the run pools them. If the run takes the mean of its missions, the
 * trial has a total of 1, of which it has passed its score; nothing where the benchmark excludes everything.
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

/** The score of a trial over what was judged, from 0 to 1; null where nothing was. */
export function judgedScore(trial: Scored): number | null {
  const judged = suiteTallies(trial).filter(({ total, unjudged }) => total > unjudged)
  if (judged.length === 0) return null
  const share = (passed: number, all: number) => passed / all
  if (trial.scoring === 'mean')
    return weighted(judged, ({ passed, total, unjudged }) => share(passed, total - unjudged))
  return share(
    judged.reduce((all, { passed }) => all + passed, 0),
    judged.reduce((all, { total, unjudged }) => all + total - unjudged, 0),
  )
}

/** The mean of a number of each suite, by their weights. */
function weighted(suites: readonly SuiteTally[], value: (suite: SuiteTally) => number): number {
  const weights = suites.reduce((all, { weight }) => all + weight, 0)
  return suites.reduce((all, suite) => all + suite.weight * value(suite), 0) / weights
}
