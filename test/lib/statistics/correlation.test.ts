import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pearson, spearman, type ValuePair } from '../../../harness/lib/statistics/correlation.ts'

const zip = (a: readonly number[], b: readonly number[]) => a.map((x, index): ValuePair => [x, b[index] ?? NaN])

/** Of scipy.stats.pearsonr and spearmanr: r, p, ρ, p. */
const OF_SCIPY = [
  [
    zip([1, 2, 3, 4, 5, 6, 7, 8.5], [2, 1, 4, 3, 7, 8, 8, 9]),
    [0.9338111374492666, 0.0006894175846148232, 0.9461247469114746, 0.00037531187379043814],
  ],
  [
    zip([1, 2, 3, 4, 5, 6, 7, 8.5], [9, 7, 7, 3, 3, 2, 1, 1]),
    [-0.9415555492853881, 0.0004774590228064584, -0.9819805060619659, 1.4430449972093693e-5],
  ],
  [
    zip([1, 2, 3, 4, 5], [5, 6, 7, 8, 7]),
    [0.8320502943378436, 0.08050957329849864, 0.8207826816681233, 0.08858700531354381],
  ],
  [
    zip([1, 1, 2, 2, 3, 3], [3, 1, 2, 4, 6, 5]),
    [0.8366600265340755, 0.037840969485813114, 0.8366600265340757, 0.03784096948581305],
  ],
] as const

describe('correlations', () => {
  it.each(OF_SCIPY)('are those of scipy: %#', (pairs, [r, p, rho, pOfRho]) => {
    expect(pearson(pairs)?.coefficient).toBeCloseTo(r, 12)
    expect(pearson(pairs)?.p).toBeCloseTo(p, 12)
    expect(spearman(pairs)?.coefficient).toBeCloseTo(rho, 12)
    expect(spearman(pairs)?.p).toBeCloseTo(pOfRho, 12)
  })

  it('are the published ones of the published scores, tokens and turns of ProjDevBench', () => {
    // Its table 6: final score, millions of tokens, turns.
    const published = [
      [98.8, 0.42, 42.6],
      [42.65, 7.33, 173.2],
      [18.27, 4.87, 144.4],
      [34.04, 3.81, 135.8],
      [77.4, 2.09, 107],
      [81.67, 4.86, 149.8],
      [77.44, 6.75, 205],
      [29.01, 4.96, 189.6],
      [93.26, 2.5, 85.4],
      [76.08, 3.23, 118],
      [99.07, 2.18, 85.6],
      [69.6, 5.66, 148.4],
      [54.67, 3.94, 123.8],
      [9.2, 6.83, 161.4],
      [79.11, 3.07, 131.4],
      [97.87, 1.05, 65.2],
      [23.27, 6.53, 153],
      [20.36, 13.31, 262.2],
      [33.27, 5.31, 130.2],
      [34, 7.52, 150.4],
    ] as const
    const tokens = spearman(published.map(([score, million]) => [million, score]))
    const turns = spearman(published.map(([score, , count]) => [count, score]))
    const both = spearman(published.map(([, million, count]) => [count, million]))
    expect([tokens, turns, both].map((found) => found?.coefficient.toFixed(3))).toEqual(['-0.734', '-0.668', '0.898'])
    expect([tokens, turns].map((found) => found?.p?.toFixed(4))).toEqual(['0.0002', '0.0013'])
  })

  it('are unknown, and not 0, without two different values on both sides', () => {
    for (const of of [pearson, spearman]) {
      expect(of([])).toBeNull()
      expect(of([[1, 2]])).toBeNull()
      expect(of(zip([1, 1, 1], [1, 2, 3]))).toBeNull()
      // Their mean is 0.10000000000000002.
      expect(of(zip([0.1, 0.1, 0.1], [1, 2, 4]))).toBeNull()
      expect(of(zip([1, 2], [3, 5]))).toEqual({ coefficient: 1, p: null })
    }
  })

  it('have no negative p, however many pairs agree closely', () => {
    const noisy = Array.from({ length: 184 }, (_, index): ValuePair => [index, index + 40 * (index % 3)])
    const closely = Array.from({ length: 30 }, (_, shift) => noisy.map(([x, y]): ValuePair => [x, y + shift * x]))
    for (const pairs of closely) expect(pearson(pairs)?.p).toBeGreaterThanOrEqual(0)
  })

  it('are from −1 to 1, the same both ways, and of themselves 1', () => {
    const value = fc.integer({ min: -50, max: 50 })
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 3, maxLength: 30 }), (pairs) => {
        for (const of of [pearson, spearman]) {
          const found = of(pairs)
          const other = of(pairs.map(([x, y]): ValuePair => [y, x]))
          expect(found?.coefficient).toBe(other?.coefficient)
          if (!found) continue
          expect(Math.abs(found.coefficient)).toBeLessThanOrEqual(1)
          expect(found.p).toBeGreaterThanOrEqual(0)
          expect(found.p).toBeLessThanOrEqual(1)
          expect(of(pairs.map(([x]): ValuePair => [x, x]))?.coefficient).toBeCloseTo(1, 12)
        }
      }),
    )
  })
})
