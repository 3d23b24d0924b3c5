import { pointsOf } from '../../contracts/points.ts'
import type { Tries, TrialRecord, Verdict } from '../../contracts/schema.ts'
import { pooledScore, type Cluster, type Tally } from './clusters.ts'
import { tallyOf } from './trial-score.ts'

/** Counts of one testcode of a mission over all samples. The runnable point counts as a testcode if it is worth something. */
export interface PointCount extends Tally {
  readonly mission: string
  readonly testcode: string
  /** How many of the total are unjudged. */
  readonly unjudged: number
  /** The sum of the points that its samples earned. A sample that passed only in part does not count as passed. */
  readonly earned: number
}

interface Count {
  passed: number
  total: number
  unjudged: number
}

function newCount(): Count {
  return { passed: 0, total: 0, unjudged: 0 }
}

/** The runnable point, then the testcodes. */
export function verdictsOf({ runnable, verdicts }: Pick<TrialRecord, 'runnable' | 'verdicts'>): readonly Verdict[] {
  return [runnable, ...verdicts]
}

/**
 * Counts by testcode how many samples passed, of all that are not excluded. Unjudged samples count as not passed. Testcodes
 * are in order of first appearance.
 */
export function countPoints(trials: readonly TrialRecord[]): PointCount[] {
  const missions = new Map<string, Map<string, Count & { earned: number }>>()
  for (const trial of trials) {
    const counts = getOrAdd(missions, trial.trial.mission, () => new Map<string, Count & { earned: number }>())
    for (const verdict of verdictsOf(trial)) {
      const { testcode, status } = verdict
      if (verdict.points.of === 0) continue
      const count = getOrAdd(counts, testcode, () => ({ ...newCount(), earned: 0 }))
      count.earned += pointsOf(verdict).earned
      if (status !== 'excluded') count.total += 1
      if (status === 'unjudged') count.unjudged += 1
      if (status === 'passed') count.passed += 1
    }
  }
  return [...missions].flatMap(([mission, counts]) =>
    [...counts].map(([testcode, count]) => ({ mission, testcode, ...count })),
  )
}

/** The contribution of each mission to the score of its run, over all samples. */
export function clustersOf(trials: readonly TrialRecord[]): Cluster[] {
  const missions = new Map<string, Count>()
  for (const trial of trials) {
    const { passed, total, unjudged } = tallyOf(trial)
    const sum = getOrAdd(missions, trial.trial.mission, newCount)
    sum.passed += passed
    sum.total += total
    sum.unjudged += unjudged
  }
  return [...missions].map(([mission, sum]) => ({ mission, ...sum }))
}

/** Counts by mission the samples in which everything passed. A sample with an unjudged point is not solved. */
export function countSolved(trials: readonly TrialRecord[]): (Tally & { readonly mission: string })[] {
  const missions = new Map<string, { passed: number; total: number }>()
  for (const trial of trials) {
    const count = getOrAdd(missions, trial.trial.mission, () => ({ passed: 0, total: 0 }))
    const solved = isSolved(trial)
    if (solved !== undefined) count.total += 1
    if (solved === true) count.passed += 1
  }
  return [...missions].map(([mission, count]) => ({ mission, ...count }))
}

/** Undefined if the benchmark excludes everything. */
function isSolved(trial: TrialRecord): boolean | undefined {
  const statuses = verdictsOf(trial)
    .filter(({ points }) => points.of > 0)
    .map(({ status }) => status)
  if (statuses.some((status) => status !== 'passed' && status !== 'excluded')) return false
  return statuses.includes('passed') ? true : undefined
}

/**
 * Summarises several samples of the same missions.
 * @param trials The trials of one agent, level and mode
 * @param wanted The planned numbers of samples and missions; an incomplete sample is not in the mean
 */
export function triesOf(
  trials: readonly TrialRecord[],
  wanted: { readonly samples: number; readonly missions: number },
): Tries {
  const scores = sampleScores(trials, wanted.missions)
  const [points, missions] = [countPoints(trials), countSolved(trials)]
  return {
    complete: scores.length,
    mean: scores.length === 0 ? null : mean(scores),
    best: scores.length === 0 ? null : Math.max(...scores),
    at: reportedK(wanted.samples).map((k) => ({ k, points: atK(points, k), missions: atK(missions, k) })),
  }
}

/** The pooled scores of the complete samples. */
function sampleScores(trials: readonly TrialRecord[], missions: number): number[] {
  const samples = new Map<number, TrialRecord[]>()
  for (const trial of trials) getOrAdd(samples, trial.trial.sample, () => [] as TrialRecord[]).push(trial)
  const complete = [...samples.values()].filter((each) => each.length === missions)
  return complete.map((each) => pooledScore(clustersOf(each))).filter((score) => score !== null)
}

/** The values of k to report: 1 to 5, then round numbers, and the number of samples. */
export function reportedK(samples: number): number[] {
  const round = [1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500].filter((k) => k < samples)
  return [...round, samples]
}

/** Means over all counts with at least k samples. */
function atK(counts: readonly Tally[], k: number): Tries['at'][number]['points'] {
  const known = counts.filter(({ total }) => total >= k)
  const over = (estimate: typeof passAtK) =>
    known.length === 0 ? null : mean(known.map(({ total, passed }) => estimate(total, passed, k) ?? NaN))
  return { known: known.length, any: over(passAtK), all: over(passAllK) }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const created = make()
  map.set(key, created)
  return created
}

// ---- pass at k -----------------------------------------------------------------------------------------------------

/**
 * Probability that at least one of k samples passes, unbiased: 1 − C(n−c, k) / C(n, k) (Chen et al., "Evaluating large
 * language models trained on code", arXiv:2107.03374, 2021).
 * @param samples n, the number of judged samples
 * @param passed c, how many of them passed
 * @returns null if fewer than k samples were judged
 */
export function passAtK(samples: number, passed: number, k: number): number | null {
  const noneOf = allOf(samples, samples - passed, k)
  return noneOf === null ? null : 1 - noneOf
}

/**
 * Probability that all of k samples pass ("pass^k"), unbiased: C(c, k) / C(n, k) (Yao et al., "τ-bench",
 * arXiv:2406.12045, 2024).
 * @returns null if fewer than k samples were judged
 */
export function passAllK(samples: number, passed: number, k: number): number | null {
  return allOf(samples, passed, k)
}

/** C(c, k) / C(n, k), factor by factor to avoid overflow. */
function allOf(samples: number, chosen: number, k: number): number | null {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k must be a whole number of at least 1, not ${k}`)
  if (!(chosen >= 0 && chosen <= samples))
    throw new RangeError(`the number of samples must be from 0 to ${samples}, not ${chosen}`)
  if (k > samples) return null
  let product = 1
  for (let index = 0; index < k && product > 0; index += 1) product *= Math.max(0, chosen - index) / (samples - index)
  return product
}
