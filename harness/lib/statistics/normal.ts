/**
 * Probability that a standard normal variable is at most `x`. A Taylor series in the middle (Marsaglia, "Evaluating the
 * normal distribution", J. Stat. Software 11(4), 2004), Laplace's continued fraction in the tails (Abramowitz and Stegun
 * 26.2.14), where the series would cancel.
 */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) return NaN
  if (Math.abs(x) < MIDDLE) return 0.5 + series(x) * density(x)
  const tail = density(x) / fraction(Math.abs(x))
  return x < 0 ? tail : 1 - tail
}

/** Beyond this the series loses digits; within it the fraction converges slowly. */
const MIDDLE = 3

function density(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
}

/** x + x³/3 + x⁵/(3·5) + … */
function series(x: number): number {
  let [sum, term] = [x, x]
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * Number.EPSILON; odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return sum
}

/** x + 1/(x + 2/(x + 3/(x + …))) */
function fraction(x: number): number {
  let value = x
  for (let depth = 100; depth > 0; depth -= 1) value = x + depth / value
  return value
}

/**
 * The value that a standard normal variable stays below with probability `p`; the inverse of `normalCdf`.
 * @param p From 0 to 1; 0 and 1 give −∞ and ∞
 */
export function normalQuantile(p: number): number {
  return invert(normalCdf, p)
}

/** Inverts a distribution that is symmetric about 0, by bisection: slow, but exact to the last digit. */
export function invert(cdf: (x: number) => number, p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a probability must be from 0 to 1, not ${p}`)
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity
  if (p === 0.5) return 0
  // Uses the lower half, where probabilities keep all their digits.
  if (p > 0.5) return -invert(cdf, 1 - p)
  let [low, high] = [-1, 0]
  while (cdf(low) > p) [low, high] = [low * 2, low]
  for (;;) {
    const middle = low + (high - low) / 2
    if (middle === low || middle === high) return middle
    if (cdf(middle) < p) low = middle
    else high = middle
  }
}
