import { groupBy } from '../collections/group-by.ts'
import type { RunData } from './sides.ts'

export interface DistinctRuns {
  readonly runs: readonly RunData[]
  /** Ids of runs that were there several times. */
  readonly copied: readonly string[]
}

/** Each run once: a copy of its folder has the same samples. The copy with the most trials counts. */
export function distinctRuns(all: readonly RunData[]): DistinctRuns {
  const copies = [...groupBy(all, ({ run }) => run.runId)]
  return {
    runs: copies.flatMap(([, [first, ...others]]) =>
      first === undefined ? [] : [others.reduce((a, b) => (b.trials.length > a.trials.length ? b : a), first)],
    ),
    copied: copies.flatMap(([id, { length }]) => (length > 1 ? [id] : [])),
  }
}

/** Empty without copies. */
export function copiedNotes({ copied }: DistinctRuns): string[] {
  return copied.length === 0 ? [] : [`Given several times and counted once: ${copied.join(', ')}.`]
}
