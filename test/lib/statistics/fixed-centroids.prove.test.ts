/** The other cases of fixed-centroids.integration.test.ts. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { clusterAround } from '../../../harness/lib/statistics/fixed-centroids.ts'
import { root } from '../../helpers.ts'
import { needs } from '../../needs.ts'
import { seeded } from '../../random.ts'

const PYTHON = process.env['PE_PYTHON'] ?? '/usr/bin/python3'

const ORACLE = path.join(root, 'scripts', 'proofs', 'repocraft', 'kmeans.py')

describe.each(['numpy', 'sklearn'] as const)('against %s', async (name) => {
  it('clusters and inertia are the best of all starts', await needs(`python3-${name}`), () => {
    const cases = Array.from({ length: 40 }, (_, index) => oracleCase(index))
    const answer = spawnSync(PYTHON, [ORACLE, name], { input: JSON.stringify(cases), encoding: 'utf8' })
    expect(answer.status, answer.stderr).toBe(0)
    const expected = JSON.parse(answer.stdout) as readonly { clusters: number[]; inertia: number }[]
    expect(expected).toHaveLength(cases.length)
    for (const [index, { points: all, fixed: centroids, onSphere }] of cases.entries()) {
      // Enough starts to reach every point that Python begins with.
      const { clusters, inertia } = clusterAround(all, centroids, { seed: index, starts: 400, onSphere })
      expect(inertia).toBeCloseTo(expected[index]?.inertia ?? NaN, 6)
      expect(clusters).toEqual(expected[index]?.clusters)
    }
  })
})

/** Random numbers with many digits, so that no two distances are equal. */
function oracleCase(index: number) {
  const random = seeded(index)
  const vectors = (count: number) =>
    Array.from({ length: count }, () => Array.from({ length: 5 }, () => random() * 2 - 1))
  const onSphere = index % 2 === 1
  const all = { points: vectors(12), fixed: vectors(4) }
  return onSphere ? { points: all.points.map(unit), fixed: all.fixed.map(unit), onSphere } : { ...all, onSphere }
}

function unit(vector: readonly number[]): number[] {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}
