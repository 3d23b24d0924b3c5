import { invert } from './normal.ts'

/**
 * Probability that Student's t with a whole number of degrees of freedom is at most `t`: a finite sum (Abramowitz and
 * Stegun 26.7.3 and 26.7.4), exact to 15 decimal places.
 */
export function studentCdf(t: number, freedom: number): number {
  if (!Number.isInteger(freedom) || freedom < 1)
    throw new RangeError(`degrees of freedom must be a whole number of at least 1, not ${freedom}`)
  const angle = Math.atan2(t, Math.sqrt(freedom))
  // Rounding of the sum may exceed 1.
  if (t < 0) return Math.max(0, (1 - within(-angle, freedom)) / 2)
  return Math.min(1, (1 + within(angle, freedom)) / 2)
}

/** Probability that t lies between −tan θ √ν and tan θ √ν. */
function within(angle: number, freedom: number): number {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const odd = freedom % 2 === 1
  let term = odd ? cosine : 1
  let sum = freedom === 1 ? 0 : term
  for (let power = odd ? 3 : 2; power <= freedom - 2; power += 2) {
    term *= ((power - 1) / power) * cosine * cosine
    sum += term
  }
  return odd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum
}

/** The value that t stays below with probability `p`. */
export function studentQuantile(p: number, freedom: number): number {
  return invert((t) => studentCdf(t, freedom), p)
}
