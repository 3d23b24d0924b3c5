import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projDevBenchmark } from '../../../harness/papers/projdevbench/benchmark.ts'
import { limitsFor, readDataset } from '../../../harness/papers/projdevbench/dataset.ts'
import { nameableSuites, submissionSuites } from '../../../harness/contracts/suites.ts'
import { judgePlanSchema } from '../../../harness/testers/judge/plan.ts'
import { reviewPlanSchema } from '../../../harness/papers/projdevbench/tester/plan.ts'
import { briefOf } from '../../../harness/trial/brief.ts'
import { needs, publishedFolder } from '../../needs.ts'

const dataset = path.join(publishedFolder('projdevbench'), 'dataset')

describe('the published data', await needs('data: projdevbench'), () => {
  const expected: Readonly<Record<string, number>> = {
    '005': 16,
    '006': 10,
    '007': 100,
    '008': 36,
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

  test('every file of a problem is a document of its brief or a file in the room, and data are where the statement says', async () => {
    const benchmark = projDevBenchmark(dataset)
    for (const id of await benchmark.ids()) {
      const mission = await benchmark.mission(id)
      const brief = await briefOf(benchmark, mission, 'statement')
      if (brief.input.type !== 'documents') throw new Error('the brief has no documents')
      const { documents, others = [] } = brief.input
      expect(documents[0]).toMatchObject({ path: 'README.md', role: 'statement' })
      const root = path.join(dataset, 'problem', id)
      const files = (await readdir(root, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .filter((name) => !name.startsWith('submit_acmoj'))
      const room = mission.room?.files.map(({ path: name }) => name) ?? []
      expect([...documents.map(({ path: name }) => name), ...room].toSorted()).toEqual(
        [...files, 'SCORING.md'].toSorted(),
      )
      // A statement may name data that were not published, such as those of 001.
      const data = existsSync(path.join(dataset, 'data', id))
        ? [{ from: path.join(dataset, 'data', id), at: `/workspace/data/${id}` }]
        : []
      expect(mission.room?.folders).toEqual(data)
      for (const name of room) expect(others.map((other) => other.path)).toContain(name)
    }
    const { input } = await briefOf(benchmark, await benchmark.mission('005'), 'statement')
    const names = input.type === 'documents' ? (input.others ?? []).map((other) => other.path) : []
    expect(names.filter((name) => name.startsWith('/workspace/data/005/sample/rgb/'))).not.toEqual([])
  })

  test('weights are 0.8 for execution, by judge id, and 0.2 for the review', async () => {
    const { suites } = await projDevBenchmark(dataset).mission('006')
    const weights = Object.fromEntries(suites.map(({ id, weight }) => [id, weight]))
    // 45 and 35 of 80.
    expect(weights['2876']).toBeCloseTo(0.45, 10)
    expect(weights['2877']).toBeCloseTo(0.35, 10)
    expect(weights['review']).toBeCloseTo(0.2, 10)
  })

  test('a submission names a judge id, all share the published limit, and the review waits for the end', async () => {
    const benchmark = projDevBenchmark(dataset)
    const mission = await benchmark.mission('002')
    expect(mission.submissions).toMatchObject({ most: 12, bySuite: true, afterwards: ['review'] })
    expect(submissionSuites(mission)).toEqual(['2014', '2015', '2016', '2017', '2018', '2019'])
    expect(nameableSuites(await benchmark.mission('006'))).toEqual(['2877'])
    const { input } = await briefOf(benchmark, mission, 'statement')
    const scoring =
      input.type === 'documents' ? input.documents.find(({ path: name }) => name === 'SCORING.md') : undefined
    expect(scoring?.content).toContain('2014 (12.5%)')
    expect(scoring?.content).toContain('At most 12 submissions of all parts together')
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

  test('problems have the published category and difficulty', async () => {
    const benchmark = projDevBenchmark(dataset)
    expect((await benchmark.mission('009')).tags).toEqual(['data structure', 'easy'])
    const missions = await Promise.all((await benchmark.ids()).map((id) => benchmark.mission(id)))
    expect(missions.filter(({ tags = [] }) => tags.includes('hard')).map(({ id }) => id)).toEqual([
      ...['003', '004', '015', '016', '017'],
    ])
    expect(new Set(missions.map(({ tags = [] }) => tags[0])).size).toBe(8)
  })

  test('the most of the published limits holds', () => {
    const read = readDataset(dataset)
    expect(limitsFor(read, '012', '1866')).toEqual({ seconds: 24, memoryMiB: 893 })
    expect(limitsFor(read, '013', '2671')).toEqual({ seconds: 20, memoryMiB: 512 })
    expect(limitsFor(read, '017', '1170')).toEqual({ seconds: 40, memoryMiB: 47 })
    expect(limitsFor(read, '018', '2788')).toEqual({ seconds: 1.5, memoryMiB: 244 })
  })
})
