import type { Interval } from '../../contracts/schema.ts'
import { pool, type Cluster, type Pair, type Tally } from './clusters.ts'
import { normalCdf } from './normal.ts'
import { seededRandom } from './random.ts'
import { studentQuantile } from './student.ts'
import { LEVEL, wilson } from './wilson.ts'

/** Missions are drawn anew this often: the ends then vary by less than what is shown of them. */
export const RESAMPLES = 10_000
/** The same numbers give the same interval, always. */
export const SEED = 1935

export interface BootstrapOptions {
  readonly level?: number
  readonly resamples?: number
  readonly seed?: number
}

/**
 * Interval of a pooled score over missions such as these, by drawing whole missions anew. Where all missions score the
 * same there is nothing to draw from: then the points are taken as they come (Wilson), since nothing seen speaks for
 * missions that differ.
 * @returns null for fewer than two missions with judged points, which say nothing of others
 */
export function scoreInterval(clusters: readonly Cluster[], options: BootstrapOptions = {}): Interval | null {
  const judged = clusters.filter(({ total }) => total > 0)
  if (judged.length < 2) return null
  const columns = columnsOf(judged)
  const { passed, total } = pool(judged)
  return drawn(judged.length, options, (pick) => ratioOf(columns, pick)) ?? wilson(passed, total, options.level)
}

/**
 * Interval of the difference of two pooled scores over the missions that both have, from −1 to 1.
 * @returns null for fewer than two pairs, or where the difference is the same in every mission
 */
export function differenceInterval(pairs: readonly Pair[], options: BootstrapOptions = {}): Interval | null {
  if (pairs.length < 2) return null
  const [a, b] = [columnsOf(pairs.map((pair) => pair.a)), columnsOf(pairs.map((pair) => pair.b))]
  return drawn(pairs.length, options, (pick) => ratioOf(a, pick) - ratioOf(b, pick))
}

/**
 * The expanded percentile interval (Hesterberg, "What teachers should know about the bootstrap", The American
 * Statistician 69, 2015): percentiles of the drawn values, further out by what few clusters need, which otherwise make an
 * interval too short: Φ(t(α/2, n−1) √(n/(n−1))) in place of α/2.
 * @returns null where every draw gives the same: a width of zero would claim what is not known
 */
function drawn(missions: number, options: BootstrapOptions, statistic: (pick: Uint32Array) => number): Interval | null {
  const { level = LEVEL, resamples = RESAMPLES, seed = SEED } = options
  const random = seededRandom(seed)
  const pick = new Uint32Array(missions)
  const values = new Float64Array(resamples)
  for (let draw = 0; draw < resamples; draw += 1) {
    for (let index = 0; index < missions; index += 1) pick[index] = Math.floor(random() * missions)
    values[draw] = statistic(pick)
  }
  values.sort()
  if (percentile(values, 1) - percentile(values, 0) < ROUNDING) return null
  const tail = expandedTail((1 - level) / 2, missions)
  return { low: percentile(values, tail), high: percentile(values, 1 - tail), level, method: 'bootstrap' }
}

/** Quotients of whole numbers that are equal may come out this far apart. */
export const ROUNDING = 1e-12

/** The share of the drawn values beyond each end; below `tail`, the more so the fewer missions there are. */
export function expandedTail(tail: number, missions: number): number {
  return normalCdf(studentQuantile(tail, missions - 1) * Math.sqrt(missions / (missions - 1)))
}

/** Sorted values at a share from 0 to 1, straight lines between them (Hyndman and Fan 1996, definition 7). */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? NaN
  const above = sorted[Math.ceil(place)] ?? NaN
  return below + (above - below) * (place - Math.floor(place))
}

interface Columns {
  readonly passed: Float64Array
  readonly total: Float64Array
}

function columnsOf(tallies: readonly Tally[]): Columns {
  return {
    passed: Float64Array.from(tallies, ({ passed }) => passed),
    total: Float64Array.from(tallies, ({ total }) => total),
  }
}

function ratioOf({ passed, total }: Columns, pick: Uint32Array): number {
  let [part, whole] = [0, 0]
  for (const index of pick) {
    part += passed[index] ?? 0
    whole += total[index] ?? 0
  }
  return part / whole
}
