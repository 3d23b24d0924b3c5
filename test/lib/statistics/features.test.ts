import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OUTSIDE, clusterAround } from '../../../harness/lib/statistics/fixed-centroids.ts'
import { boundsOf, coverageOf, isVoted, noveltyOf, rateOf } from '../../../harness/lib/statistics/features.ts'

describe('coverage and novelty', () => {
  it('of a list made by hand', () => {
    // Categories 0 and 3 of 4 have features; 2 of 5 features have no category.
    const assignments = [0, 3, undefined, 0, undefined]
    expect(coverageOf(assignments, 4)).toBe(0.5)
    expect(noveltyOf(assignments)).toBe(0.4)
  })

  it('of points on a line', () => {
    // Around 0, 10 and 20: nothing is near 20, and 2 of 6 points are far from all.
    const { clusters } = clusterAround([[0], [1], [9], [10], [50], [52]], [[0], [10], [20]], { seed: 1 })
    const assignments = clusters.map((cluster) => (cluster === OUTSIDE ? undefined : cluster))
    expect(coverageOf(assignments, 3)).toBeCloseTo(2 / 3, 12)
    expect(noveltyOf(assignments)).toBeCloseTo(1 / 3, 12)
  })

  it('of no features: nothing is covered, and the novelty is not known', () => {
    expect(coverageOf([], 22)).toBe(0)
    expect(noveltyOf([])).toBeUndefined()
  })

  const assignment = fc.option(fc.nat(9), { nil: undefined })
  it('one more feature never lowers coverage, and a repeated one never changes it', () => {
    fc.assert(
      fc.property(fc.array(assignment), assignment, (all, more) => {
        const before = coverageOf(all, 10)
        expect(coverageOf([...all, more], 10)).toBeGreaterThanOrEqual(before)
        expect(coverageOf([...all, ...all], 10)).toBe(before)
        expect(before).toBeGreaterThanOrEqual(0)
        expect(before).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('votes', () => {
  it.each([
    [3, 5, true],
    [2, 5, false],
    [2, 4, true],
    [0, 5, false],
    [0, 0, false],
    [1, 1, true],
  ])('%i of %i: %s', (yes, of, expected) => {
    expect(isVoted({ yes, of })).toBe(expected)
  })
})

describe('rates', () => {
  it('are bounds if something is unknown', () => {
    const rate = rateOf([true, false, undefined, true])
    expect(rate).toEqual({ yes: 2, no: 1, unknown: 1 })
    expect(boundsOf(rate)).toEqual({ low: 0.5, high: 0.75 })
  })

  it('are one number if everything is known, and unknown without tasks', () => {
    expect(boundsOf(rateOf([true, false]))).toEqual({ low: 0.5, high: 0.5 })
    expect(boundsOf(rateOf([]))).toBeUndefined()
    expect(boundsOf(rateOf([undefined, undefined]))).toEqual({ low: 0, high: 1 })
  })
})
