import { studentQuantile } from './student.ts'

/** Probability to find a true difference of the detectable size. */
export const POWER = 0.8
export const ALPHA = 0.05

export interface DetectableOptions {
  readonly alpha?: number
  readonly power?: number
  /** Number of comparisons that share `alpha`. */
  readonly comparisons?: number
}

/**
 * The smallest true difference that is found significant with probability `power` with so many missions: the
 * standard error times t(1−α/2) + t(power) (Bloom, "Minimum detectable effects", Evaluation Review 19, 1995).
 * @param error Standard error of the difference, from `differenceError`
 * @returns null if it is unknown: too few missions, or no variation
 */
export function detectableDifference(
  error: number | null,
  missions: number,
  { alpha = ALPHA, power = POWER, comparisons = 1 }: DetectableOptions = {},
): number | null {
  if (error === null || error === 0 || missions < missionsNeeded({ alpha, comparisons })) return null
  const freedom = missions - 1
  return error * (studentQuantile(1 - alpha / comparisons / 2, freedom) + studentQuantile(power, freedom))
}

/** If fewer missions differ, no difference can be significant: n missions can be swapped in only 2ⁿ ways. */
export function missionsNeeded({ alpha = ALPHA, comparisons = 1 }: DetectableOptions = {}): number {
  return Math.floor(Math.log2((2 * Math.max(1, comparisons)) / alpha)) + 1
}
