import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clustersOf } from '../../../harness/lib/statistics/tries.ts'
import { differenceError, pairUp } from '../../../harness/lib/statistics/clusters.ts'
import { detectableDifference } from '../../../harness/lib/statistics/detectable.ts'
import { enoughFor, fewestSamples, missionsFor, spreadOf, withinOf } from '../../../harness/lib/statistics/enough.ts'
import { seededRandom } from '../../../harness/lib/statistics/random.ts'
import { trial, versions } from './enough-cases.ts'

describe('the spread of a difference', () => {
  it('has the standard error of the difference, whatever part of it samples explain', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer(),
        (missions, samples, seed) => {
          const [a, b] = versions({ missions, samples, difference: 0.1, apart: 0.2 }, seededRandom(seed))
          const spread = spreadOf(a, b)
          const error = differenceError(pairUp(clustersOf(a), clustersOf(b)))
          expect(Math.sqrt(((spread?.between ?? NaN) + (spread?.within ?? 0)) / missions)).toBeCloseTo(error ?? NaN, 10)
          expect(spread?.within === null).toBe(samples === 1)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('does not take levels of different difficulty for noise', () => {
    const easyAndHard = (sample: number) => [trial(0, sample, 12), trial(0, sample, 0, 'L3.direct')]
    const other = (sample: number) => [trial(1, sample, 12), trial(1, sample, 0, 'L3.direct')]
    const all = [1, 2].flatMap((sample) => [...easyAndHard(sample), ...other(sample)])
    expect(spreadOf(all, all)).toEqual({ between: 0, within: 0 })
  })

  it('of one version is what its samples explain of two such versions', () => {
    const [a] = versions({ missions: 400, samples: 3, difference: 0, apart: 0 }, seededRandom(4))
    const [b] = versions({ missions: 400, samples: 3, difference: 0, apart: 0 }, seededRandom(4))
    const spread = spreadOf(
      a,
      b.map((record) => ({ ...record })),
    )
    expect(withinOf(a)).toBeGreaterThan(0.01)
    expect(withinOf(a)).toBeLessThan(0.03)
    expect(spread).toEqual({ between: 0, within: 0 })
    expect(withinOf([trial(0, 1, 5), trial(1, 1, 5)])).toBeNull()
  })

  it('is unknown for one mission, and for none in common', () => {
    expect(spreadOf([trial(0, 1, 5)], [trial(0, 1, 7)])).toBeNull()
    expect(spreadOf([trial(0, 1, 5), trial(1, 1, 5)], [trial(2, 1, 7), trial(3, 1, 7)])).toBeNull()
  })
})

describe('what would be enough', () => {
  it('agrees with the difference that would be detected', () => {
    const spread = { between: 0.03, within: 0.02 }
    for (const missions of [6, 10, 40, 200]) {
      const detectable = detectableDifference(Math.sqrt(0.05 / missions), missions) ?? NaN
      expect(missionsFor(detectable * 1.0001, spread, 1)).toBe(missions)
      expect(missionsFor(detectable * 0.9999, spread, 1)).toBe(missions + 1)
    }
  })

  it('is less for larger differences and for more samples, and never fewer missions than exclude chance', () => {
    const share = fc.double({ min: 0.001, max: 0.2, noNaN: true })
    fc.assert(
      fc.property(share, share, share, fc.integer({ min: 1, max: 9 }), (between, within, difference, comparisons) => {
        const spread = { between, within }
        const all = [1, 2, 8].map((times) => missionsFor(difference, spread, times, { comparisons }) ?? Infinity)
        expect(all[1]).toBeLessThanOrEqual(all[0] ?? NaN)
        expect(all[2]).toBeLessThanOrEqual(all[1] ?? NaN)
        expect(missionsFor(difference * 1.5, spread, 1, { comparisons }) ?? Infinity).toBeLessThanOrEqual(all[0] ?? NaN)
        expect(missionsFor(1, { between: 0, within: null }, 1)).toBe(6)
      }),
    )
  })

  it('is no number of samples if missions alone differ too much, or if nobody knows how far samples do', () => {
    const now = { missions: 10, samples: 1 }
    expect(enoughFor(0.05, { between: 0.2, within: 0.01 }, now).samples).toBeNull()
    expect(enoughFor(0.05, { between: 0.0001, within: null }, now).samples).toBeNull()
    expect(enoughFor(0.05, { between: 0.0001, within: 0.02 }, now).samples).toBeGreaterThan(1)
    expect(enoughFor(0.0001, { between: 0.2, within: 0.01 }, now)).toEqual({ missions: null, samples: null })
  })

  it('counts the fewest samples of a mission in a variant', () => {
    expect(fewestSamples([[trial(0, 1, 1), trial(0, 2, 1), trial(1, 1, 1)]])).toBe(1)
  })
})
