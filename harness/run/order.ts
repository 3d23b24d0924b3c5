import type { Mission } from '../contracts/types.ts'
import { groupBy } from '../lib/collections/group-by.ts'

/** Trials of small missions that are begun first, so that a person soon sees verdicts. */
const FIRST = 3

/** The usual seconds of a mission or, if nobody knows them, the number of its testcodes. */
export function sizeOf({ usualSeconds, suites }: Pick<Mission, 'usualSeconds' | 'suites'>): number {
  return usualSeconds ?? suites.reduce((sum, { testcodes }) => sum + testcodes.length, 0)
}

/** The longest first, so that the run does not end with one long trial alone. */
export function longestFirst<T>(trials: readonly T[], sizeOf: (trial: T) => number): T[] {
  return trials.toSorted((one, other) => sizeOf(other) - sizeOf(one))
}

/** The agents take turns: a run that is stopped, or whose budget is spent, has the same missions of each of them. */
export function inTurns<T>(trials: readonly T[], missionOf: (trial: T) => string): T[] {
  return [...groupBy(trials, missionOf).values()].flat()
}

/** For a person who waits: the trials of the smallest missions, then the others, the longest first. */
export function quickFirst<T>(trials: readonly T[], sizeOf: (trial: T) => number): T[] {
  const quick = new Set(trials.toSorted((one, other) => sizeOf(one) - sizeOf(other)).slice(0, FIRST))
  return [
    ...quick,
    ...longestFirst(
      trials.filter((trial) => !quick.has(trial)),
      sizeOf,
    ),
  ]
}
