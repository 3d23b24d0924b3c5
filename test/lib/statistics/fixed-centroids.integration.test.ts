import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OUTSIDE, clusterAround, squaredDistance } from '../../../harness/lib/statistics/fixed-centroids.ts'
import { vector, points, fixed, seed } from './fixed-centroids-cases.ts'

const onLine = (...numbers: number[]) => numbers.map((number) => [number])

describe('clusters around fixed centroids', () => {
  it('leave what is far from all of them outside', () => {
    // By hand: 0 and 1 belong to 0, 9 and 10 to 10; the mean of 50 and 52 is 51; 0 + 1 + 1 + 0 + 1 + 1 = 4.
    const found = clusterAround(onLine(0, 1, 9, 10, 50, 52), onLine(0, 10), { seed: 1 })
    expect(found.clusters).toEqual([0, 0, 1, 1, OUTSIDE, OUTSIDE])
    expect([...(found.outside ?? [])]).toEqual([51])
    expect(found.inertia).toBe(4)
  })

  it('gather points on the way of the moving centroid', () => {
    // From 12: 12 and 8 are closer to 12 than to 0, their mean is 10, and 6 is closer to 10 than to 0: (6 + 8 + 12) / 3 = 26/3.
    const found = clusterAround(onLine(0, 6, 8, 12), onLine(0), { seed: 3 })
    expect(found.clusters).toEqual([0, OUTSIDE, OUTSIDE, OUTSIDE])
    expect(found.outside?.[0]).toBeCloseTo(26 / 3, 12)
    expect(found.inertia).toBeCloseTo(64 / 9 + 4 / 9 + 100 / 9, 12)
  })

  it('have a moving centroid of length 1 on the sphere', () => {
    const at = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    // By hand: 80° and 100° are around 90°, each at a squared distance of 2 - 2 cos 10°; 170° and 190° are nearer to 180°.
    const found = clusterAround([0, 80, 100, 170, 190].map(at), [0, 180].map(at), { seed: 1, onSphere: true })
    expect(found.clusters).toEqual([0, OUTSIDE, OUTSIDE, 1, 1])
    expect(found.outside?.[0]).toBeCloseTo(0, 12)
    expect(found.outside?.[1]).toBeCloseTo(1, 12)
    expect(found.inertia).toBeCloseTo(4 * (2 - 2 * Math.cos(Math.PI / 18)), 12)
  })

  it('have no moving centroid on the sphere if its points cancel each other out', () => {
    const found = clusterAround(
      [
        [0, 0],
        [0, 0],
      ],
      [[1, 0]],
      { seed: 1, onSphere: true },
    )
    expect(found).toEqual({ clusters: [0, 0], outside: undefined, inertia: 2 })
  })

  it('leave nothing outside if every point lies on a centroid', () => {
    expect(clusterAround(onLine(3, 7, 3), onLine(7, 3), { seed: 1 })).toEqual({
      clusters: [1, 0, 1],
      outside: undefined,
      inertia: 0,
    })
  })

  it('give a point in the middle to the first centroid', () => {
    expect(clusterAround(onLine(5, 5), onLine(4, 6), { seed: 1, starts: 0 }).clusters).toEqual([0, 0])
  })

  it('are empty without points', () => {
    expect(clusterAround([], onLine(1), { seed: 1 })).toEqual({ clusters: [], outside: undefined, inertia: 0 })
  })

  it.each<[string, number[][], number[][], RegExp]>([
    ['no centroid', [[1]], [], /no fixed centroid/],
    ['another length', [[1, 2]], [[1]], /2 numbers, and the first has 1/],
    ['no number', [[NaN]], [[1]], /not finite/],
    ['an infinite centroid', [[1]], [[Infinity]], /not finite/],
  ])('are refused for %s', (_, points, fixed, message) => {
    expect(() => clusterAround(points, fixed, { seed: 1 })).toThrow(message)
  })
})

describe('properties', () => {
  it('each point belongs to a centroid that is not farther than any other', () => {
    fc.assert(
      fc.property(points, fixed, seed, (all, centroids, given) => {
        const { clusters, outside, inertia } = clusterAround(all, centroids, { seed: given })
        let sum = 0
        for (const [index, point] of all.entries()) {
          const cluster = clusters[index] ?? NaN
          const own = cluster === OUTSIDE ? (outside ?? []) : (centroids[cluster] ?? [])
          const distance = squaredDistance(point, own)
          sum += distance
          const others = [...centroids, ...(outside ? [outside] : [])].map((each) => squaredDistance(point, each))
          expect(distance).toBeLessThanOrEqual(Math.min(...others) + 1e-9)
        }
        expect(inertia).toBeCloseTo(sum, 6)
      }),
    )
  })

  it('the moving centroid is the mean of the points outside', () => {
    fc.assert(
      fc.property(points, fixed, seed, (all, centroids, given) => {
        const { clusters, outside } = clusterAround(all, centroids, { seed: given })
        const members = all.filter((_, index) => clusters[index] === OUTSIDE)
        expect(members.length > 0).toBe(outside !== undefined)
        for (const axis of outside ? [0, 1] : []) {
          const mean = members.reduce((total, point) => total + (point[axis] ?? 0), 0) / members.length
          expect(outside?.[axis]).toBeCloseTo(mean, 9)
        }
      }),
    )
  })

  it('the inertia is never more than without a moving centroid, and never less than the best of all subsets', () => {
    const few = fc.array(vector, { maxLength: 7 })
    fc.assert(
      fc.property(few, fixed, seed, (all, centroids, given) => {
        const { inertia } = clusterAround(all, centroids, { seed: given })
        const nearest = all.map((point) => Math.min(...centroids.map((each) => squaredDistance(point, each))))
        const without = nearest.reduce((sum, each) => sum + each, 0)
        expect(inertia).toBeLessThanOrEqual(without)
        expect(inertia).toBeGreaterThanOrEqual(bestOfSubsets(all, nearest) - 1e-6)
      }),
    )
  })

  it('the same seed gives the same clusters, and the order of the centroids only renames them', () => {
    fc.assert(
      fc.property(points, fixed, seed, (all, centroids, given) => {
        const distinct = [...new Map(centroids.map((each) => [each.join(), each])).values()]
        const found = clusterAround(all, distinct, { seed: given })
        expect(clusterAround(all, distinct, { seed: given })).toEqual(found)
        const reversed = clusterAround(all, distinct.toReversed(), { seed: given })
        expect(reversed.inertia).toBe(found.inertia)
        expect(reversed.outside).toEqual(found.outside)
      }),
    )
  })
})

/** The least inertia over all choices of points outside, whose centroid is their mean. */
function bestOfSubsets(all: readonly number[][], nearest: readonly number[]): number {
  let best = Infinity
  for (let subset = 0; subset < 2 ** all.length; subset += 1) {
    const members = all.filter((_, index) => (subset >> index) % 2 === 1)
    const mean = [0, 1].map((axis) => members.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / members.length)
    const rest = nearest.reduce((sum, each, index) => sum + ((subset >> index) % 2 === 1 ? 0 : each), 0)
    best = Math.min(best, rest + members.reduce((sum, point) => sum + squaredDistance(point, mean), 0))
  }
  return best
}
