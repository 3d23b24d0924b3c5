import type { TrialKey } from '../contracts/schema.ts'

/** Trials of small missions that are begun first, so that a person soon sees verdicts. */
const FIRST = 3

/**
 * The order for a person who waits: the trials of the smallest missions, then the others, the largest first: one that begins
 * last would run alone at the end.
 * @param sizeOf Of a mission, such as its number of testcodes
 */
export function quickFirst<T extends Pick<TrialKey, 'mission'>>(
  trials: readonly T[],
  sizeOf: (mission: string) => number,
): T[] {
  const size = ({ mission }: T) => sizeOf(mission)
  const quick = new Set(trials.toSorted((a, b) => size(a) - size(b)).slice(0, FIRST))
  const others = trials.filter((trial) => !quick.has(trial))
  return [...quick, ...others.toSorted((a, b) => size(b) - size(a))]
}
