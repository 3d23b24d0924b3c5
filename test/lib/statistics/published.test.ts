import { describe, expect, it } from 'vitest'
import { expandedTail } from '../../../harness/lib/statistics/bootstrap.ts'
import { detectableDifference, missionsNeeded } from '../../../harness/lib/statistics/detectable.ts'
import { holm } from '../../../harness/lib/statistics/holm.ts'
import { passAllK, passAtK } from '../../../harness/lib/statistics/tries.ts'
import { permutationTest } from '../../../harness/lib/statistics/permutation.ts'
import { seededRandom, xoshiro128 } from '../../../harness/lib/statistics/random.ts'
import { studentQuantile } from '../../../harness/lib/statistics/student.ts'
import { wilson } from '../../../harness/lib/statistics/bootstrap.ts'

describe('published values', () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('Wilson, %i of %i (Newcombe, Statistics in Medicine 17, 1998, method 3)', (passed, total, low, high) => {
    const interval = wilson(passed, total)
    expect(interval?.low).toBeCloseTo(low, 4)
    expect(interval?.high).toBeCloseTo(high, 4)
  })

  it("permutation test: Fisher on Darwin's maize, 863 of 32,768 sums as large (The Design of Experiments, 1935)", () => {
    const heights = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    const pairs = heights.map((difference, index) => ({
      mission: String(index),
      a: { passed: 100 + difference, total: 200 },
      b: { passed: 100, total: 200 },
    }))
    expect(permutationTest(pairs)).toEqual({ p: (2 * 863) / 32_768, exact: true, swaps: 32_768 })
  })

  it('Holm: every hypothesis at 5%, as in the example of 0.01, 0.04, 0.03 and 0.005', () => {
    const corrected = holm([0.01, 0.04, 0.03, 0.005])
    for (const [index, p] of [0.03, 0.06, 0.06, 0.02].entries()) expect(corrected[index]).toBeCloseTo(p, 12)
  })

  it('quantiles of t (the table of any textbook)', () => {
    for (const [freedom, t] of [
      [1, 12.706],
      [2, 4.303],
      [8, 2.306],
      [19, 2.093],
      [30, 2.042],
      [120, 1.98],
    ] as const)
      expect(studentQuantile(0.975, freedom)).toBeCloseTo(t, 3)
  })

  it('detectable difference: 2.8 standard errors for many (Bloom 1995), two-sided 5%, power 80%', () => {
    expect(detectableDifference(1, 100_000)).toBeCloseTo(2.8, 2)
    expect(detectableDifference(1, 21)).toBeCloseTo(2.086 + 0.86, 3)
  })

  it('expanded percentiles: 0.025 becomes the solution p of Φ⁻¹(p) √((n−1)/n) = t (Hesterberg 2015)', () => {
    expect(expandedTail(0.025, 5)).toBeCloseTo(0.00095, 5)
    expect(expandedTail(0.025, 10)).toBeCloseTo(0.00855, 5)
    expect(expandedTail(0.025, 100_000)).toBeCloseTo(0.025, 5)
  })

  it('xoshiro128** 1.1: the first numbers of the reference implementation for state 1, 2, 3, 4', () => {
    const next = xoshiro128([1, 2, 3, 4])
    const expected = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597]
    expect(expected.map(() => next())).toEqual(expected)
  })

  it('pass@k: one of two samples passes (computed by hand)', () => {
    // Of the ten ways to draw two of five samples, three contain none of the two that passed, and one contains both.
    expect(passAtK(5, 2, 2)).toBeCloseTo(1 - 3 / 10, 12)
    expect(passAllK(5, 2, 2)).toBeCloseTo(1 / 10, 12)
    expect(passAtK(4, 2, 5)).toBeNull()
    expect(passAtK(0, 0, 1)).toBeNull()
  })
})

describe('values computed by hand', () => {
  it('at least six missions are needed for a significant result, eight for five comparisons', () => {
    expect(missionsNeeded()).toBe(6)
    expect(missionsNeeded({ comparisons: 5 })).toBe(8)
    const wins = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        mission: String(index),
        a: { passed: 10, total: 10 },
        b: { passed: index % 3, total: 10 },
      }))
    expect(permutationTest(wins(5))?.p).toBe(2 / 32)
    expect(permutationTest(wins(6))?.p).toBe(2 / 64)
  })

  it('the generator is uniform: χ² of a million numbers over 100 bins', () => {
    const random = seededRandom(1)
    const boxes = new Array<number>(100).fill(0)
    for (let draw = 0; draw < 1_000_000; draw += 1) {
      const box = Math.floor(random() * 100)
      boxes[box] = (boxes[box] ?? 0) + 1
    }
    const chi = boxes.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)
    // With 99 degrees of freedom χ² is outside 61 to 149 in one of a thousand cases.
    expect(chi).toBeGreaterThan(61)
    expect(chi).toBeLessThan(149)
  })
})
