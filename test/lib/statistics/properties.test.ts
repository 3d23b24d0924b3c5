import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differenceInterval, percentile, scoreInterval } from '../../../harness/lib/statistics/bootstrap.ts'
import {
  differenceError,
  pool,
  pooledDifference,
  pooledScore,
  type Pair,
} from '../../../harness/lib/statistics/clusters.ts'
import { detectableDifference } from '../../../harness/lib/statistics/detectable.ts'
import { holm } from '../../../harness/lib/statistics/holm.ts'
import { normalCdf, normalQuantile } from '../../../harness/lib/statistics/normal.ts'
import { passAllK, passAtK } from '../../../harness/lib/statistics/tries.ts'
import { permutationTest } from '../../../harness/lib/statistics/permutation.ts'
import { seededRandom, type Random } from '../../../harness/lib/statistics/random.ts'
import { studentCdf, studentQuantile } from '../../../harness/lib/statistics/student.ts'
import { wilson } from '../../../harness/lib/statistics/bootstrap.ts'

const tally = fc
  .integer({ min: 1, max: 20 })
  .chain((total) => fc.record({ passed: fc.integer({ min: 0, max: total }), total: fc.constant(total) }))
const pairs = (maxLength: number, minLength = 0): fc.Arbitrary<Pair[]> =>
  fc
    .array(fc.record({ a: tally, b: tally }), { minLength, maxLength })
    .map((list) => list.map((pair, index) => ({ mission: String(index), ...pair })))
const clusters = fc
  .array(tally, { maxLength: 12 })
  .map((list) => list.map((each, index) => ({ mission: String(index), ...each })))
const counts = fc
  .integer({ min: 1, max: 60 })
  .chain((samples) =>
    fc.tuple(fc.constant(samples), fc.integer({ min: 0, max: samples }), fc.integer({ min: 1, max: samples })),
  )
const FEW = { resamples: 400 }

describe('distributions', () => {
  it('have inverses, are symmetric and increase', () => {
    const probability = fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true })
    fc.assert(
      fc.property(probability, fc.integer({ min: 1, max: 60 }), (p, freedom) => {
        expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 12)
        expect(studentCdf(studentQuantile(p, freedom), freedom)).toBeCloseTo(p, 12)
        expect(normalQuantile(p)).toBeCloseTo(-normalQuantile(1 - p), 4)
        // The tails are heavier than those of the normal distribution.
        expect(Math.abs(studentQuantile(p, freedom))).toBeGreaterThanOrEqual(Math.abs(normalQuantile(p)) - 1e-9)
      }),
      { numRuns: 300 },
    )
  })

  it('refuse invalid probabilities and degrees of freedom', () => {
    for (const p of [-0.1, 1.1, NaN]) expect(() => normalQuantile(p)).toThrow(RangeError)
    expect(() => studentCdf(1, 1.5)).toThrow(RangeError)
  })
})

describe('pass@k and pass^k', () => {
  it('are shares of all ways to draw k samples, by enumeration', () => {
    const small = fc
      .integer({ min: 1, max: 9 })
      .chain((samples) =>
        fc.tuple(
          fc.array(fc.boolean(), { minLength: samples, maxLength: samples }),
          fc.integer({ min: 1, max: samples }),
        ),
      )
    fc.assert(
      fc.property(small, ([passed, k]) => {
        let [draws, any, all] = [0, 0, 0]
        for (let set = 0; set < 2 ** passed.length; set += 1) {
          const drawn = passed.filter((_, index) => (set >> index) & 1)
          if (drawn.length !== k) continue
          draws += 1
          if (drawn.includes(true)) any += 1
          if (!drawn.includes(false)) all += 1
        }
        const yes = passed.filter(Boolean).length
        expect(passAtK(passed.length, yes, k)).toBeCloseTo(any / draws, 12)
        expect(passAllK(passed.length, yes, k)).toBeCloseTo(all / draws, 12)
      }),
    )
  })

  it('equal the share that passed for k = 1, and grow and shrink with k', () => {
    fc.assert(
      fc.property(counts, ([samples, passed, k]) => {
        const share = passed / samples
        const [any, all] = [passAtK(samples, passed, k) ?? NaN, passAllK(samples, passed, k) ?? NaN]
        expect(any).toBeGreaterThanOrEqual(share - 1e-12)
        expect(all).toBeLessThanOrEqual(share + 1e-12)
        for (const value of [any, all]) expect(value).toBeGreaterThanOrEqual(0)
        for (const value of [any, all]) expect(value).toBeLessThanOrEqual(1)
        expect(passAtK(samples, passed, 1)).toBeCloseTo(share, 12)
        expect(passAllK(samples, passed, 1)).toBeCloseTo(share, 12)
        if (k === samples) return
        expect(passAtK(samples, passed, k + 1)).toBeGreaterThanOrEqual(any - 1e-12)
        expect(passAllK(samples, passed, k + 1)).toBeLessThanOrEqual(all + 1e-12)
      }),
    )
  })

  it('are unknown for more samples than were judged, and refuse invalid counts', () => {
    fc.assert(
      fc.property(counts, ([samples, passed]) => {
        expect(passAtK(samples, passed, samples + 1)).toBeNull()
        expect(() => passAtK(samples, samples + 1, 1)).toThrow(RangeError)
        expect(() => passAllK(samples, passed, 0)).toThrow(RangeError)
      }),
    )
  })
})

describe('Wilson', () => {
  it('contains the share, stays within 0 and 1, is symmetric, and narrows with more trials', () => {
    fc.assert(
      fc.property(tally, ({ passed, total }) => {
        const { low, high } = wilson(passed, total) ?? { low: NaN, high: NaN }
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(passed / total)
        expect(high).toBeGreaterThanOrEqual(passed / total)
        expect(high).toBeLessThanOrEqual(1)
        expect(high).toBeGreaterThan(low)
        const mirrored = wilson(total - passed, total)
        expect(mirrored?.low).toBeCloseTo(1 - high, 12)
        const tenfold = wilson(passed * 10, total * 10) ?? { low: 0, high: 1 }
        expect(tenfold.high - tenfold.low).toBeLessThan(high - low)
      }),
    )
    expect(wilson(0, 0)).toBeNull()
    expect(() => wilson(2, 1)).toThrow(RangeError)
  })
})

describe('bootstrap over missions', () => {
  it('is deterministic, lies within 0 and 1, and is null for too few missions', () => {
    fc.assert(
      fc.property(clusters, (list) => {
        const interval = scoreInterval(list, FEW)
        expect(scoreInterval([...list], FEW)).toEqual(interval)
        expect(interval === null).toBe(list.length < 2)
        if (interval === null) return
        expect(interval.low).toBeGreaterThanOrEqual(0)
        expect(interval.high).toBeLessThanOrEqual(1)
        expect(interval.high).toBeGreaterThan(interval.low)
      }),
    )
  })

  it('changes its sign if the sides are swapped', () => {
    fc.assert(
      fc.property(pairs(10, 2), (list) => {
        const there = differenceInterval(list, FEW)
        const back = differenceInterval(
          list.map(({ mission, a, b }) => ({ mission, a: b, b: a })),
          FEW,
        )
        expect(there === null).toBe(back === null)
        expect(there?.low ?? 0).toBeCloseTo(-(back?.high ?? 0), 9)
        expect(there?.high ?? 0).toBeCloseTo(-(back?.low ?? 0), 9)
      }),
    )
  })

  it('ignores missions without judged points', () => {
    fc.assert(
      fc.property(clusters, (list) => {
        expect(scoreInterval([...list, { mission: 'none', passed: 0, total: 0 }], FEW)).toEqual(
          scoreInterval(list, FEW),
        )
      }),
    )
  })

  it('agrees with the enumeration of all resamples', () => {
    const list = [
      { mission: 'a', passed: 3, total: 13 },
      { mission: 'b', passed: 12, total: 16 },
      { mission: 'c', passed: 7, total: 9 },
      { mission: 'd', passed: 2, total: 11 },
    ]
    const draws: number[] = []
    for (const i of list)
      for (const j of list) for (const k of list) for (const l of list) draws.push(pooledScore([i, j, k, l]) ?? NaN)
    draws.sort((x, y) => x - y)
    const level = 0.8
    const own = scoreInterval(list, { level, resamples: 200_000 })
    // The tail for four missions, from t with three degrees of freedom.
    const tail = normalCdf(studentQuantile(0.1, 3) * Math.sqrt(4 / 3))
    expect(Math.abs((own?.low ?? NaN) - percentile(draws, tail))).toBeLessThan(0.005)
    expect(Math.abs((own?.high ?? NaN) - percentile(draws, 1 - tail))).toBeLessThan(0.005)
  })
})

describe('paired permutation test', () => {
  it('agrees with all swaps, each computed from scratch', () => {
    fc.assert(
      fc.property(pairs(8, 1), (list) => {
        const seen = Math.abs(pooledDifference(list) ?? NaN)
        let atLeast = 0
        for (let set = 0; set < 2 ** list.length; set += 1) {
          const swapped = list.map(({ mission, a, b }, index) =>
            (set >> index) & 1 ? { mission, a: b, b: a } : { mission, a, b },
          )
          if (Math.abs(pooledDifference(swapped) ?? NaN) >= seen - 1e-12) atLeast += 1
        }
        const test = permutationTest(list)
        expect(test?.p).toBeCloseTo(atLeast / 2 ** list.length, 12)
        expect(test?.exact).toBe(true)
      }),
    )
  })

  it('does not depend on the order of sides or missions, or on missions with equal results', () => {
    fc.assert(
      fc.property(pairs(10, 1), tally, (list, same) => {
        const p = permutationTest(list)?.p ?? NaN
        expect(permutationTest(list.map(({ mission, a, b }) => ({ mission, a: b, b: a })))?.p).toBeCloseTo(p, 12)
        expect(permutationTest(list.toReversed())?.p).toBeCloseTo(p, 12)
        expect(p).toBeGreaterThanOrEqual(2 ** -Math.max(0, list.length - 1))
        expect(p).toBeLessThanOrEqual(1)
        // Both sides have equal totals, so that the scores keep their order.
        const level = list.map(({ mission, a }) => ({ mission, a, b: { passed: a.total - a.passed, total: a.total } }))
        const more = permutationTest([...level, { mission: 'same', a: same, b: same }])?.p
        expect(more).toBeCloseTo(permutationTest(level)?.p ?? NaN, 12)
      }),
    )
    expect(permutationTest([])).toBeNull()
  })

  it('with drawn swaps is close to the exact test, is never 0, and is deterministic', () => {
    const random = seededRandom(5)
    for (const edge of [0, 0.05, 0.2]) {
      const list = agents(16, random, edge)
      const exact = permutationTest(list)?.p ?? NaN
      const drawn = permutationTest(list, { exactUpTo: 0 })
      expect(drawn).toMatchObject({ exact: false, swaps: 100_000 })
      // Four standard errors of a share of 100,000 draws.
      const off = Math.abs((drawn?.p ?? NaN) - exact)
      expect(off).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 100_000) + 2e-5)
      expect(permutationTest(list, { exactUpTo: 0 })).toEqual(drawn)
    }
    const apart = agents(60, random, 0).map((pair) => ({
      ...pair,
      a: { passed: 13, total: 13 },
      b: { passed: 0, total: 13 },
    }))
    expect(permutationTest(apart)?.p).toBeCloseTo(1 / 100_001, 12)
  })
})

describe('Holm', () => {
  const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
  it('makes no p value smaller, or larger than with Bonferroni, and keeps the order', () => {
    fc.assert(
      fc.property(values, (list) => {
        const corrected = holm(list)
        for (const [index, p] of list.entries()) {
          expect(corrected[index]).toBeGreaterThanOrEqual(p)
          expect(corrected[index]).toBeLessThanOrEqual(Math.min(1, p * list.length))
          for (const [other, q] of list.entries()) {
            if (p < q) expect(corrected[index]).toBeLessThanOrEqual(corrected[other] ?? NaN)
          }
        }
      }),
    )
  })
})

/** Two agents on missions that are easy or hard for both; A is better by `edge` on average. */
function agents(missions: number, random: Random, edge: number): Pair[] {
  const binomial = (share: number) => Array.from({ length: 13 }, () => random()).filter((draw) => draw < share).length
  return Array.from({ length: missions }, (_, index) => {
    const ease = 0.15 + 0.7 * random()
    const shift = edge + 0.2 * (random() - 0.5)
    return {
      mission: String(index),
      a: { passed: binomial(ease + shift / 2), total: 13 },
      b: { passed: binomial(ease - shift / 2), total: 13 },
    }
  })
}

describe('coverage and power, by simulation with 20 or 16 missions of 13 points', () => {
  it('95% intervals contain the true score and the true difference in 92 to 98 of 100 cases', () => {
    const random = seededRandom(2)
    let [scores, differences] = [0, 0]
    const rounds = 600
    for (let round = 0; round < rounds; round += 1) {
      const list = agents(20, random, 0.1)
      const difference = differenceInterval(list, FEW)
      if (difference && difference.low <= 0.1 && difference.high >= 0.1) differences += 1
      const score = scoreInterval(
        list.map(({ mission, a }) => ({ mission, ...a })),
        FEW,
      )
      if (score && score.low <= 0.55 && score.high >= 0.55) scores += 1
    }
    for (const held of [scores / rounds, differences / rounds]) {
      expect(held).toBeGreaterThan(0.92)
      expect(held).toBeLessThan(0.98)
    }
  })

  it('equal agents are distinguished in at most about 5 of 100 cases, and the detectable difference is found in about 80', () => {
    const random = seededRandom(3)
    const rounds = 400
    const found = (edge: number) =>
      Array.from({ length: rounds }, () => agents(16, random, edge)).filter(
        (list) => (permutationTest(list)?.p ?? 1) < 0.05,
      ).length / rounds
    expect(found(0)).toBeLessThan(0.09)
    const detectable = Array.from(
      { length: 50 },
      () => detectableDifference(differenceError(agents(16, random, 0)), 16) ?? NaN,
    )
    const edge = pool(detectable.map((value) => ({ passed: value, total: 1 }))).passed / 50
    expect(found(edge)).toBeGreaterThan(0.7)
    expect(found(edge)).toBeLessThan(0.9)
  })
})
