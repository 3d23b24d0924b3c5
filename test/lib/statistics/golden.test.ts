import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { differenceInterval, expandedTail } from '../../../harness/lib/statistics/bootstrap.ts'
import { differenceError, pooledDifference, type Pair } from '../../../harness/lib/statistics/clusters.ts'
import { detectableDifference } from '../../../harness/lib/statistics/detectable.ts'
import { holm } from '../../../harness/lib/statistics/holm.ts'
import { normalCdf, normalQuantile } from '../../../harness/lib/statistics/normal.ts'
import { passAllK, passAtK } from '../../../harness/lib/statistics/tries.ts'
import { permutationTest } from '../../../harness/lib/statistics/permutation.ts'
import { studentCdf, studentQuantile } from '../../../harness/lib/statistics/student.ts'
import { wilson } from '../../../harness/lib/statistics/bootstrap.ts'

/** Results of scipy 1.10 and statsmodels 0.13. */
const golden = JSON.parse(await readFile(path.join(import.meta.dirname, 'golden.json'), 'utf8')) as {
  normalCdf: [number, number][]
  normalQuantile: [number, number][]
  studentCdf: [number, number, number][]
  studentQuantile: [number, number, number][]
  wilson: [number, number, number, number, number][]
  holm: { p: number[]; holm: number[] }[]
  comparisons: {
    rows: [number, number, number, number][]
    difference: number
    p: number | null
    error: number
    pairedError: number | null
    tail: number
    interval: [number, number]
  }[]
  detectable: [number, number, number, number][]
  passAtK: [number, number, number, number, number][]
}

/** Equal to so many significant digits. */
function near(actual: number | undefined | null, expected: number, relative = 1e-12): void {
  expect(Math.abs((actual ?? NaN) - expected), `${String(actual)} and ${expected}`).toBeLessThanOrEqual(
    Math.max(Math.abs(expected) * relative, 1e-300),
  )
}

function pairsOf(rows: readonly (readonly [number, number, number, number])[]): Pair[] {
  return rows.map(([passed, total, passedB, totalB], index) => ({
    mission: String(index),
    a: { passed, total },
    b: { passed: passedB, total: totalB },
  }))
}

/** Correct digits of this quantile in scipy 1.10: it gives 2.306004135033 instead of 2.306004135204 for 97.5% at 8 degrees of freedom. */
const SCIPY_T = 2e-9

describe('against scipy and statsmodels', () => {
  it('normal distribution', () => {
    for (const [x, p] of golden.normalCdf) near(normalCdf(x), p)
    for (const [p, x] of golden.normalQuantile) near(normalQuantile(p), x)
  })

  it("Student's t", () => {
    for (const [t, freedom, p] of golden.studentCdf) expect(studentCdf(t, freedom)).toBeCloseTo(p, 14)
    for (const [p, freedom, t] of golden.studentQuantile) near(studentQuantile(p, freedom), p === 0.5 ? 0 : t, SCIPY_T)
  })

  it('Wilson', () => {
    for (const [passed, total, level, low, high] of golden.wilson) {
      const interval = wilson(passed, total, level)
      expect(interval?.low).toBeCloseTo(low, 12)
      expect(interval?.high).toBeCloseTo(high, 12)
    }
  })

  it('Holm', () => {
    for (const { p, holm: corrected } of golden.holm) {
      for (const [index, value] of holm(p).entries()) near(value, corrected[index] ?? NaN)
    }
  })

  it('pass@k and pass^k', () => {
    for (const [samples, passed, k, any, all] of golden.passAtK) {
      expect(passAtK(samples, passed, k)).toBeCloseTo(any, 12)
      expect(passAllK(samples, passed, k)).toBeCloseTo(all, 12)
    }
  })

  it('difference, clustered standard error and exact permutation test', () => {
    for (const { rows, difference, error, pairedError, p } of golden.comparisons) {
      const pairs = pairsOf(rows)
      near(pooledDifference(pairs), difference, 1e-9)
      near(differenceError(pairs), error, 1e-9)
      if (pairedError !== null) near(differenceError(pairs), pairedError, 1e-9)
      const test = permutationTest(pairs)
      expect(test?.exact).toBe(p !== null)
      if (p !== null) near(test?.p, p)
    }
  })

  it('bootstrap over missions: the ends to one percentage point, as the resamples differ', () => {
    for (const { rows, tail, interval } of golden.comparisons) {
      near(expandedTail(0.025, rows.length), tail, 1e-7)
      const own = differenceInterval(pairsOf(rows))
      expect(Math.abs((own?.low ?? NaN) - interval[0])).toBeLessThan(0.01)
      expect(Math.abs((own?.high ?? NaN) - interval[1])).toBeLessThan(0.01)
    }
  })

  it('detectable difference: the approximation is within 1.5% of the noncentral t from 20 missions on', () => {
    for (const [missions, alpha, power, standardised] of golden.detectable) {
      const own = detectableDifference(1 / Math.sqrt(missions), missions, { alpha, power })
      const deviation = Math.abs((own ?? NaN) / standardised - 1)
      expect(deviation, `${missions} missions, α ${alpha}`).toBeLessThan(missions < 20 ? 0.06 : 0.015)
    }
  })
})
