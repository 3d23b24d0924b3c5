import type { Interval } from '../../contracts/schema.ts'
import { pool, type Cluster, type Pair, type Tally } from './clusters.ts'
import { normalCdf, normalQuantile } from './normal.ts'
import { seededRandom } from './random.ts'
import { studentQuantile } from './student.ts'

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

// ---- wilson --------------------------------------------------------------------------------------------------------

/** The default confidence level. */
const LEVEL = 0.95

/**
 * Interval of a single proportion (Wilson, "Probable inference, the law of succession, and statistical inference",
 * JASA 22, 1927). It stays within 0 and 1, and has a width even if all or none passed. It assumes independent trials.
 * @returns null for no trials
 */
export function wilson(passed: number, total: number, level = LEVEL): Interval | null {
  if (!(passed >= 0 && passed <= total)) throw new RangeError(`passed must be from 0 to ${total}, not ${passed}`)
  if (total === 0) return null
  const z = normalQuantile((1 + level) / 2)
  const share = passed / total
  const middle = (share + (z * z) / (2 * total)) / (1 + (z * z) / total)
  const half = (z * Math.sqrt((share * (1 - share)) / total + (z / (2 * total)) ** 2)) / (1 + (z * z) / total)
  // At the ends the formula gives exactly 0 and 1, except for rounding.
  return {
    low: passed === 0 ? 0 : Math.max(0, middle - half),
    high: passed === total ? 1 : Math.min(1, middle + half),
    level,
    method: 'wilson',
  }
}
