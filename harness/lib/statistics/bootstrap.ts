import type { Interval } from '../../contracts/schema.ts'
import { pool, type Cluster, type Pair, type Tally } from './clusters.ts'
import { normalCdf } from './normal.ts'
import { seededRandom } from './random.ts'
import { studentQuantile } from './student.ts'
import { LEVEL, wilson } from './wilson.ts'

/** Number of resamples: with so many, the ends vary by less than the displayed precision. */
export const RESAMPLES = 10_000
/** Fixed, so that the same numbers always give the same interval. */
export const SEED = 1935

export interface BootstrapOptions {
  readonly level?: number
  readonly resamples?: number
  readonly seed?: number
}

/**
 * Confidence interval of a pooled score, by resampling whole missions. If all missions score the same, resampling gives no
 * interval; then it is the Wilson interval of the points, as nothing suggests that missions differ.
 * @returns null for fewer than two missions with judged points
 */
export function scoreInterval(clusters: readonly Cluster[], options: BootstrapOptions = {}): Interval | null {
  const judged = clusters.filter(({ total }) => total > 0)
  if (judged.length < 2) return null
  const columns = columnsOf(judged)
  const { passed, total } = pool(judged)
  return drawn(judged.length, options, (pick) => ratioOf(columns, pick)) ?? wilson(passed, total, options.level)
}

/**
 * Confidence interval of the difference of two pooled scores over shared missions, from −1 to 1.
 * @returns null for fewer than two pairs, or if the difference is the same in every mission
 */
export function differenceInterval(pairs: readonly Pair[], options: BootstrapOptions = {}): Interval | null {
  if (pairs.length < 2) return null
  const [a, b] = [columnsOf(pairs.map((pair) => pair.a)), columnsOf(pairs.map((pair) => pair.b))]
  return drawn(pairs.length, options, (pick) => ratioOf(a, pick) - ratioOf(b, pick))
}

/**
 * The expanded percentile interval (Hesterberg, "What teachers should know about the bootstrap", The American
 * Statistician 69, 2015): percentiles of the resampled values at Φ(t(α/2, n−1) √(n/(n−1))) instead of α/2, because with few
 * clusters the plain percentile interval is too short.
 * @returns null if every resample gives the same value: an interval of width 0 would claim too much
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

/** Equal quotients of whole numbers may differ by this much through rounding. */
export const ROUNDING = 1e-12

/** The share of resampled values beyond each end. It is below `tail`, and smaller with fewer missions. */
export function expandedTail(tail: number, missions: number): number {
  return normalCdf(studentQuantile(tail, missions - 1) * Math.sqrt(missions / (missions - 1)))
}

/** The percentile at a share from 0 to 1, with linear interpolation (Hyndman and Fan 1996, definition 7). */
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
