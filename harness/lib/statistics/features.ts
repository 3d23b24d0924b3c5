/** Coverage and novelty of a library's features, and the rates of its tasks. */

/** Of a feature the index of its category; undefined if it belongs to no category. */
export type Assignment = number | undefined

/**
 * The share of categories with at least one feature.
 * @param categories How many there are, at least one
 */
export function coverageOf(assignments: readonly Assignment[], categories: number): number {
  const covered = new Set(assignments.filter((category) => category !== undefined))
  return covered.size / categories
}

/** The share of features that belong to no category; undefined if there are no features. */
export function noveltyOf(assignments: readonly Assignment[]): number | undefined {
  if (assignments.length === 0) return undefined
  return assignments.filter((category) => category === undefined).length / assignments.length
}

/** How often a model said yes. */
export interface Votes {
  readonly yes: number
  readonly of: number
}

/** Half of the votes are enough, as published; no votes are not. */
export function isVoted({ yes, of }: Votes): boolean {
  return of > 0 && 2 * yes >= of
}

/** Tasks by their result. */
export interface Rate {
  readonly yes: number
  readonly no: number
  /** Not judged: neither yes nor no. */
  readonly unknown: number
}

export function rateOf(results: readonly (boolean | undefined)[]): Rate {
  const count = (wanted: boolean | undefined) => results.filter((result) => result === wanted).length
  return { yes: count(true), no: count(false), unknown: count(undefined) }
}

/** The least and the greatest share of tasks with yes; undefined if there are no tasks. Both are the same if all were judged. */
export function boundsOf({ yes, no, unknown }: Rate): { readonly low: number; readonly high: number } | undefined {
  const all = yes + no + unknown
  return all === 0 ? undefined : { low: yes / all, high: (yes + unknown) / all }
}
