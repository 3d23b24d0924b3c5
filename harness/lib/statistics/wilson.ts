import type { Interval } from '../../contracts/schema.ts'
import { normalQuantile } from './normal.ts'

/** The default confidence level. */
export const LEVEL = 0.95

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
