import { expect, it } from 'vitest'
import { pairUp } from '../../../harness/lib/statistics/clusters.ts'
import { missionsFor, spreadOf } from '../../../harness/lib/statistics/enough.ts'
import { permutationTest } from '../../../harness/lib/statistics/permutation.ts'
import { seededRandom } from '../../../harness/lib/statistics/random.ts'
import { clustersOf } from '../../../harness/lib/statistics/tries.ts'
import { versions } from './enough-cases.ts'

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
