/**
 * How many missions, or samples of each, would show a difference. The variance of a difference has a part that only more missions lower
 * (versions differ from mission to mission) and a part that samples lower, too (a version differs from itself): V = (between + within/k)/M
 * with M missions and k times the samples (two-stage sampling: Cochran, "Sampling Techniques", 3rd edition 1977, 10.3).
 */
import type { TrialRecord } from '../../contracts/schema.ts'
import { groupBy } from '../collections/group-by.ts'
import { ALPHA, missionsNeeded, POWER, type DetectableOptions } from './detectable.ts'
import { studentQuantile } from './student.ts'
import { tallyOf } from './trial-score.ts'

/** Variances of the difference in one mission, of scores from 0 to 1. */
export interface Spread {
  /** Between missions, however many samples they have. */
  readonly between: number
  /** Within a mission, with the samples that it has; null if no mission has two of both sides. */
  readonly within: number | null
}

export interface Enough {
  /** Missions in all; null if `MOST_MISSIONS` are not enough. */
  readonly missions: number | null
  /** Samples of each mission, with the missions that there are; null if no number is enough, or if nobody knows. */
  readonly samples: number | null
}

export const MOST_MISSIONS = 1000
const MOST_SAMPLES = 100

type Trials = readonly TrialRecord[]

/** @returns null for fewer than two missions with points on both sides */
export function spreadOf(a: Trials, b: Trials): Spread | null {
  const [first, second] = [contributions(a), contributions(b)]
  const missions = [...first.keys()].filter((mission) => second.has(mission))
  if (missions.length < 2) return null
  const both = missions.map((mission) => [first.get(mission) ?? [], second.get(mission) ?? []] as const)
  // A mission is one of `missions.length` parts of the pooled score, so that its own difference is as many times its contribution.
  const scale = missions.length ** 2
  const squares = both.map(([one, other]) => (sum(one.flat()) - sum(other.flat())) ** 2)
  const all = (scale * sum(squares)) / (missions.length - 1)
  const noise = noiseOf(both)
  if (noise === null) return { between: all, within: null }
  const within = Math.min(all, noise)
  return { between: all - within, within }
}

/** The part of the spread of two versions that samples explain, from the samples of one: as if both differed from themselves like it. */
export function withinOf(trials: Trials): number | null {
  return noiseOf([...contributions(trials).values()].map((groups) => [groups, groups]))
}

/** @param missions The contributions of both sides to each */
function noiseOf(missions: readonly (readonly [number[][], number[][]])[]): number | null {
  const repeated = missions.map((sides) => sides.flat()).filter((groups) => groups.every(({ length }) => length > 1))
  if (repeated.length === 0) return null
  const noise = repeated.flat().map((samples) => samples.length * varianceOf(samples))
  return (missions.length ** 2 * sum(noise)) / repeated.length
}

/**
 * The points that each sample adds to the pooled score beyond its share: of each mission with points, one list for each variant. Variants are easy or
 * hard alike in every run, so only samples of the same one tell how far an agent differs from itself.
 */
function contributions(trials: Trials): Map<string, number[][]> {
  const tallies = trials
    .map(({ trial, ...record }) => ({ ...trial, ...tallyOf(record) }))
    .filter(({ total }) => total > 0)
  const total = sum(tallies.map((each) => each.total))
  const score = sum(tallies.map(({ passed }) => passed)) / total
  const added = (each: (typeof tallies)[number]) => (each.passed - score * each.total) / total
  return new Map(
    [...groupBy(tallies, ({ mission }) => mission)].map(([mission, all]) => [
      mission,
      [...groupBy(all, ({ variant }) => variant).values()].map((samples) => samples.map(added)),
    ]),
  )
}

/** The fewest samples of a mission in a variant. */
export function fewestSamples(sides: readonly Trials[]): number {
  const groups = sides.flatMap((trials) => [
    ...groupBy(trials, ({ trial }) => JSON.stringify([trial.mission, trial.variant])).values(),
  ])
  return Math.min(...groups.map(({ length }) => length))
}

/**
 * The missions, and the samples, that find a true difference of this size with the usual power.
 * @param now Missions and samples that there are
 */
export function enoughFor(
  difference: number,
  spread: Spread,
  now: { readonly missions: number; readonly samples: number },
  options: DetectableOptions = {},
): Enough {
  const isEnough = (samples: number) =>
    Math.abs(difference) >= detectableWith(spread, now.missions, samples / now.samples, options)
  return {
    missions: missionsFor(difference, spread, 1, options),
    samples: spread.within === null ? null : first(now.samples + 1, MOST_SAMPLES, isEnough),
  }
}

/**
 * The least number of missions that find such a difference; null if it is more than `MOST_MISSIONS`.
 * @param times So many times the samples of the spread
 */
export function missionsFor(
  difference: number,
  spread: Spread,
  times: number,
  options: DetectableOptions = {},
): number | null {
  const isEnough = (missions: number) => Math.abs(difference) >= detectableWith(spread, missions, times, options)
  return first(Math.max(2, missionsNeeded(options)), MOST_MISSIONS, isEnough)
}

function detectableWith(
  { between, within }: Spread,
  missions: number,
  times: number,
  { alpha = ALPHA, power = POWER, comparisons = 1 }: DetectableOptions,
): number {
  if (missions < missionsNeeded({ alpha, comparisons })) return Infinity
  const error = Math.sqrt((between + (within ?? 0) / times) / missions)
  const freedom = missions - 1
  return error * (studentQuantile(1 - alpha / comparisons / 2, freedom) + studentQuantile(power, freedom))
}

/** The first number of a range from which on all are enough; null if none is. */
function first(low: number, high: number, isEnough: (value: number) => boolean): number | null {
  if (low > high || !isEnough(high)) return null
  let [from, to] = [low, high]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (isEnough(middle)) to = middle
    else from = middle + 1
  }
  return to
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function varianceOf(values: readonly number[]): number {
  const mean = sum(values) / values.length
  return sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1)
}
