import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Status, TrialRecord } from '../../../harness/contracts/schema.ts'
import { clustersOf } from '../../../harness/lib/statistics/tries.ts'
import { differenceError, pairUp } from '../../../harness/lib/statistics/clusters.ts'
import { detectableDifference } from '../../../harness/lib/statistics/detectable.ts'
import { enoughFor, fewestSamples, missionsFor, spreadOf } from '../../../harness/lib/statistics/enough.ts'
import { permutationTest } from '../../../harness/lib/statistics/permutation.ts'
import { seededRandom, type Random } from '../../../harness/lib/statistics/random.ts'
import { keyOf, recordOf } from '../../helpers.ts'

const POINTS = 12

function trial(mission: number, sample: number, passed: number, variant = 'L1.direct'): TrialRecord {
  const statuses = Array.from({ length: POINTS }, (_, index): Status => (index < passed ? 'passed' : 'failed'))
  return recordOf(keyOf({ mission: `m${String(mission)}`, sample, variant }), statuses)
}

function binomial(random: Random, share: number): number {
  return Array.from({ length: POINTS }, () => random()).filter((draw) => draw < share).length
}

interface World {
  readonly missions: number
  readonly samples: number
  readonly difference: number
  /** The difference of a mission is this far from the mean at most. */
  readonly apart: number
}

/** Two versions on missions that are easy or hard for both. */
function versions({ missions, samples, difference, apart }: World, random: Random): [TrialRecord[], TrialRecord[]] {
  const sides: [TrialRecord[], TrialRecord[]] = [[], []]
  for (let mission = 0; mission < missions; mission += 1) {
    const ease = 0.3 + 0.4 * random()
    const shift = difference + 2 * apart * (random() - 0.5)
    for (let sample = 1; sample <= samples; sample += 1) {
      sides[0].push(trial(mission, sample, binomial(random, ease - shift / 2)))
      sides[1].push(trial(mission, sample, binomial(random, ease + shift / 2)))
    }
  }
  return sides
}

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

  it.each([
    { samples: 1, apart: 0.1 },
    { samples: 4, apart: 0.1 },
    { samples: 2, apart: 0.25 },
  ])('finds a difference of 10 points in about 80 of 100 runs of that size: %j', ({ samples, apart }) => {
    const random = seededRandom(7)
    // The spread is itself an estimate: that of 60 missions, from which the size is computed.
    const [a, b] = versions({ missions: 60, samples, difference: 0.1, apart }, random)
    const missions = missionsFor(0.1, spreadOf(a, b) ?? { between: 0, within: 0 }, 1) ?? NaN
    const rounds = 200
    const found = Array.from({ length: rounds }, () => {
      const [one, other] = versions({ missions, samples, difference: 0.1, apart }, random)
      return (permutationTest(pairUp(clustersOf(one), clustersOf(other)))?.p ?? 1) < 0.05
    }).filter(Boolean).length
    expect(found / rounds).toBeGreaterThan(0.65)
    expect(found / rounds).toBeLessThan(0.95)
  })

  it('counts the fewest samples of a mission in a variant', () => {
    expect(fewestSamples([[trial(0, 1, 1), trial(0, 2, 1), trial(1, 1, 1)]])).toBe(1)
  })
})
