import { studentCdf } from './student.ts'

export interface Correlation {
  /** From −1 to 1. */
  readonly coefficient: number
  /** Two-sided, by Student's t with n − 2 degrees of freedom, as scipy computes it; null for fewer than three pairs. */
  readonly p: number | null
}

/** A pair of values of one thing. */
export type ValuePair = readonly [number, number]

/** Pearson's r; null for fewer than two pairs, or if all values of one side are equal. */
export function pearson(pairs: readonly ValuePair[]): Correlation | null {
  const n = pairs.length
  // Not by their squares: rounding makes the mean of equal values differ from them.
  if (pairs.every((pair) => pair[0] === pairs[0]?.[0]) || pairs.every((pair) => pair[1] === pairs[0]?.[1])) return null
  const mean = (side: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[side], 0) / n
  const [a, b] = [mean(0), mean(1)]
  let [product, squaresA, squaresB] = [0, 0, 0]
  for (const [x, y] of pairs) {
    product += (x - a) * (y - b)
    squaresA += (x - a) ** 2
    squaresB += (y - b) ** 2
  }
  // Squares of the smallest numbers are 0.
  if (squaresA === 0 || squaresB === 0) return null
  // Rounding may lead out of the range.
  const coefficient = Math.min(1, Math.max(-1, product / Math.sqrt(squaresA * squaresB)))
  return { coefficient, p: n < 3 ? null : significance(coefficient, n - 2) }
}

/** Spearman's ρ: Pearson's r of the ranks, of which equal values share the mean. */
export function spearman(pairs: readonly ValuePair[]): Correlation | null {
  const [a, b] = [ranksOf(pairs.map(([x]) => x)), ranksOf(pairs.map(([, y]) => y))]
  return pearson(a.map((rank, index): ValuePair => [rank, b[index] ?? NaN]))
}

function significance(r: number, freedom: number): number {
  if (Math.abs(r) === 1) return 0
  const t = r * Math.sqrt(freedom / (1 - r * r))
  return 2 * studentCdf(-Math.abs(t), freedom)
}

function ranksOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((x, y) => x - y)
  const rank = new Map<number, number>()
  for (let first = 0; first < sorted.length;) {
    const value = sorted[first] ?? NaN
    let last = first
    while (sorted[last + 1] === value) last += 1
    rank.set(value, (first + last) / 2 + 1)
    first = last + 1
  }
  return values.map((value) => rank.get(value) ?? NaN)
}
