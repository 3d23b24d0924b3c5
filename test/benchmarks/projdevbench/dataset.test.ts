import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projDevBenchmark } from '../../../harness/benchmarks/projdevbench/benchmark.ts'
import { limitsFor, readDataset } from '../../../harness/benchmarks/projdevbench/dataset.ts'
import { judgePlanSchema } from '../../../harness/testers/judge/plan.ts'
import { reviewPlanSchema } from '../../../harness/testers/review/plan.ts'
import { root } from '../../helpers.ts'

const folder = process.env['PE_PROJDEVBENCH_DIR'] ?? path.join(root, '..', 'shared', 'projdevbench')
const dataset = path.join(folder, 'dataset')
const isThere = existsSync(dataset)

describe.skipIf(!isThere)(`the published data${isThere ? '' : ' (needs PE_PROJDEVBENCH_DIR)'}`, () => {
  const expected: Readonly<Record<string, number>> = {
    '005': 16,
    '006': 10,
    '007': 100,
    '009': 7,
    '010': 6,
    '011': 12,
    '012': 10,
    '013': 13,
    '014': 36,
    '017': 10,
    '019': 1,
    '020': 1,
  }

  test('each problem has as many points that can be judged as its README says', async () => {
    const benchmark = projDevBenchmark(dataset)
    const ids = await benchmark.ids()
    expect(ids).toHaveLength(20)
    const found: Record<string, number> = {}
    for (const id of ids) {
      const { suites, withheld = {} } = await benchmark.mission(id)
      const points = suites.filter(({ tester }) => tester === 'judge').flatMap(({ testcodes }) => testcodes)
      found[id] = points.filter((point) => !Object.hasOwn(withheld, point.id)).length
    }
    expect(Object.fromEntries(Object.entries(found).filter(([, count]) => count > 0))).toEqual(expected)
  })

  test('weights are 0.8 for execution, by judge id, and 0.2 for the review', async () => {
    const { suites } = await projDevBenchmark(dataset).mission('006')
    const weights = Object.fromEntries(suites.map(({ id, weight }) => [id, weight]))
    // 45 and 35 of 80.
    expect(weights['2876']).toBeCloseTo(0.45, 10)
    expect(weights['2877']).toBeCloseTo(0.35, 10)
    expect(weights['review']).toBeCloseTo(0.2, 10)
  })

  test('the testers accept every plan, and all its files are there', async () => {
    const benchmark = projDevBenchmark(dataset)
    for (const id of await benchmark.ids()) {
      const mission = await benchmark.mission(id)
      for (const suite of mission.suites) {
        const plan = await benchmark.testcodes(mission, suite)
        if (suite.tester === 'review')
          expect(Object.keys(reviewPlanSchema.parse(plan).rules)).toHaveLength(suite.testcodes.length)
        else {
          const files = JSON.stringify(judgePlanSchema.parse(plan)).match(/"\/[^"]*?"/g) ?? []
          const lost = files
            .map((file) => JSON.parse(file) as string)
            .filter((file) => file.startsWith(dataset) && !existsSync(file))
          expect(lost).toEqual([])
        }
      }
    }
  })

  test('the most of the published limits holds', () => {
    const read = readDataset(dataset)
    expect(limitsFor(read, '012', '1866')).toEqual({ seconds: 24, memoryMiB: 893 })
    expect(limitsFor(read, '013', '2671')).toEqual({ seconds: 20, memoryMiB: 512 })
    expect(limitsFor(read, '017', '1170')).toEqual({ seconds: 40, memoryMiB: 47 })
    expect(limitsFor(read, '018', '2788')).toEqual({ seconds: 1.5, memoryMiB: 244 })
  })
})
