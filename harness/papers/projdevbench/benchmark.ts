import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../../errors.ts'
import { sha256 } from '../../lib/files/digest.ts'
import type { Benchmark, Mission, RoomFiles, Suite, Withheld } from '../../contracts/types.ts'
import { checkMission } from '../../benchmarks/check-mission.ts'
import { inputOf, roomFilesOf } from './brief.ts'
import { detailsOf, limitsFor, namesIn, readDataset, reviewItems, tagsOf, type Dataset } from './dataset.ts'
import type { JudgeId, Place } from './problem.ts'
import { REVIEW_SUITE, isForModel, ruleKind, ruleOf } from './review.ts'
import { ways } from './ways/index.ts'

/** Shares of the final score, from the README. */
const EXECUTION = 0.8
const REVIEW = 0.2
/** The information that the published judge gives: status, time and memory of each point, and no data. */
const SHOWN = ['status', 'limit', 'points', 'usage'] as const

/** The published ProjDevBench: 20 problems, each a mission of execution suites (one for a judge id) and a review. */
export function projDevBenchmark(source: string): Benchmark {
  const dataset = readDataset(source)
  const { folder, problems } = dataset
  const plans = new Map<string, readonly JudgeId[]>()
  const planOf = (id: string): readonly JudgeId[] => {
    const known = plans.get(id)
    if (known) return known
    const way = ways[id]
    if (!way) throw new UsageError(`${folder}: there is no way to judge problem "${id}"`)
    const made = way(placeOf(dataset, id))
    plans.set(id, made)
    return made
  }
  return {
    name: 'projdevbench',
    source: folder,
    scoring: 'mean',
    variants: [{ id: 'statement', title: 'the statement and its files' }],
    ids: () => Promise.resolve(Object.keys(problems).filter((id) => existsSync(path.join(folder, 'problem', id)))),
    mission: async (id) => checkMission(missionOf(dataset, id, planOf(id), await roomFilesOf(folder, id)), folder),
    input: ({ id }) => inputOf(folder, id, problems[id]),
    skeleton: () => Promise.resolve([]),
    testcodes: ({ id }, suite) => Promise.resolve().then(() => testcodesOf(dataset, id, suite, planOf(id))),
    canonical: ({ id }) => Promise.reject(new UsageError(`no solution of problem "${id}" was published`)),
  }
}

function placeOf(dataset: Dataset, id: string): Place {
  const file = (...parts: string[]) => path.join(dataset.folder, ...parts)
  return {
    file,
    names: (...parts) => namesIn(file(...parts)),
    has: (...parts) => existsSync(file(...parts)),
    limits: (judgeId) => limitsFor(dataset, id, judgeId),
  }
}

function missionOf(dataset: Dataset, id: string, judgeIds: readonly JudgeId[], room: RoomFiles): Mission {
  const registered = dataset.problems[id]
  if (!registered) throw new UsageError(`${dataset.folder} has no problem "${id}"`)
  const weights = judgeIds.map((each) => registered.score_weight[each.id] ?? 1)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const items = reviewItems(dataset.folder, id)
  const suites: Suite[] = [
    ...judgeIds.map((each, index) => ({
      id: each.id,
      tester: 'judge',
      weight: (EXECUTION * (weights[index] ?? 1)) / all,
      testcodes: each.points.map((point) => ({ id: point.id })),
    })),
    ...(items.length === 0
      ? []
      : [
          {
            id: REVIEW_SUITE,
            tester: 'review',
            weight: REVIEW,
            testcodes: items.map((item, index) => ({
              id: reviewId(index),
              page: isForModel(item) ? ruleKind.model : ruleKind.rule,
              expects: item.name,
            })),
          },
        ]),
  ]
  const withheld: Record<string, Withheld> = {}
  for (const { points } of judgeIds)
    for (const { id: point, excluded } of points)
      if (excluded !== undefined) withheld[point] = { status: 'excluded', reason: excluded }
  return {
    id,
    title: registered.name,
    kind: 'source',
    suites,
    tags: [...tagsOf(dataset.folder, id)],
    details: detailsOf(dataset, id),
    runnable: 'condition',
    judgingSeconds: judgingSeconds(judgeIds),
    submissions: {
      most: registered.max_submissions,
      counts: 'best',
      shows: SHOWN,
      repository: true,
      bySuite: true,
      afterwards: [REVIEW_SUITE],
    },
    materials: [],
    room,
    materialsFolder: path.join(dataset.folder, 'problem', id),
    withheld,
    digest: sha256(JSON.stringify([id, registered, dataset.limits[id], judgeIds, items])),
    questions: [],
  }
}

function statementOf(folder: string, id: string): string {
  const file = path.join(folder, 'problem', id, 'README.md')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function reviewId(index: number): string {
  return `review-${String(index + 1)}`
}

function testcodesOf({ folder }: Dataset, id: string, suite: Suite, judgeIds: readonly JudgeId[]): unknown {
  if (suite.id === REVIEW_SUITE)
    return {
      rules: Object.fromEntries(reviewItems(folder, id).map((item, index) => [reviewId(index), ruleOf(item, folder)])),
      statement: statementOf(folder, id),
    }
  const found = judgeIds.find((each) => each.id === suite.id)
  if (!found) throw new UsageError(`problem "${id}" has no judge id "${suite.id}"`)
  const points = found.points.flatMap((point) => (point.plan === undefined ? [] : [[point.id, point.plan] as const]))
  return { programs: found.programs, points: Object.fromEntries(points) }
}

// ---- duration ------------------------------------------------------------------------------------------------------

/** Seconds to build a program, and to look for leaks in an accepted point. */
const BUILD = 60
const NOTE = 5
/** A program may wait for this many seconds beside the processor time that it has. */
const WAITING = 10
/** On a busy machine, processor time takes longer to pass. */
const BUSY = 2

/** The most that the points of a problem take together, in seconds. */
export function judgingSeconds(judgeIds: readonly JudgeId[]): number {
  const points = judgeIds.flatMap((each) => each.points).filter(({ plan }) => plan !== undefined)
  const programs = judgeIds.reduce((sum, each) => sum + Object.keys(each.programs).length, 0)
  return points.reduce((sum, { plan }) => sum + secondsOf(plan), programs * BUILD)
}

function secondsOf(plan: Readonly<Record<string, unknown>> = {}): number {
  const { limits, leak } = plan as { readonly limits?: { readonly seconds?: number }; readonly leak?: string }
  return BUSY * ((limits?.seconds ?? 0) + WAITING) + (leak === 'note' ? NOTE : 0)
}
