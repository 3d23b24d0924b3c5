import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { UsageError, messageOf } from '../../errors.ts'
import { sha256 } from '../../lib/files/digest.ts'
import { packageRoot } from '../../lib/files/package-root.ts'
import { readFolder } from '../../lib/files/read-folder.ts'
import type { Benchmark, Canonical, Mission } from '../../contracts/types.ts'
import { checkMission } from '../check-mission.ts'
import type { DrawnPoint } from './points.ts'
import { readProblem, type Problem } from './problem.ts'

/** Best of so many submissions. */
const SUBMISSIONS = 5
const CANONICAL = 'cpp'
const LIMITS = { files: 100, bytes: 1024 * 1024, except: [] }

/** Problems of our own for the tester `judge`, with generated points: `missions-judge/ID`. */
export function judgeBenchmark(): Benchmark {
  const root = path.join(packageRoot(import.meta.dirname), 'missions-judge')
  const problems = new Map<string, Promise<Problem>>()
  const problem = (id: string): Promise<Problem> => {
    if (!existsSync(path.join(root, id, 'problem.yaml'))) throw new UsageError(`there is no problem "${id}" in ${root}`)
    const known = problems.get(id) ?? readProblem(root, id)
    problems.set(id, known)
    return known
  }
  return {
    name: 'judge',
    source: root,
    scoring: 'mean',
    variants: [{ id: 'statement', title: 'the statement' }],
    ids: async () => (await readdir(root)).filter((id) => existsSync(path.join(root, id, 'problem.yaml'))).toSorted(),
    mission: async (id) => checkMission(missionOf(await problem(id)), root),
    input: async ({ id }) => {
      const content = (await problem(id)).statement
      return { type: 'documents', documents: [{ path: 'statement.md', role: 'statement', content }] }
    },
    skeleton: () => Promise.resolve([]),
    testcodes: async ({ id }) => planOf(await problem(id)),
    canonical: async ({ id }) => canonicalOf(await problem(id)),
  }
}

/** The languages in which a problem has solutions, the canonical one first: C++ if there is one. */
export async function languagesOf({ folder }: Problem): Promise<readonly string[]> {
  const names = await readdir(path.join(folder, 'solutions')).catch(() => [])
  return names.toSorted((a, b) => Number(b === CANONICAL) - Number(a === CANONICAL) || a.localeCompare(b, 'en'))
}

async function canonicalOf(problem: Problem): Promise<Canonical> {
  const [language = CANONICAL] = await languagesOf(problem)
  return solutionOf(problem, language)
}

/** @throws UsageError if the problem has no solution in that language */
export async function solutionOf({ folder }: Problem, language: string): Promise<Canonical> {
  const place = path.join(folder, 'solutions', language)
  const files = await readFolder(place, LIMITS).catch((error: unknown) => {
    throw new UsageError(`${place} cannot be read: ${messageOf(error)}`, { cause: error })
  })
  return { project: { files }, answers: {} }
}

/** Seconds to build, and room for waiting and for a busy machine. */
const BUILD = 60
const WAITING = 10

function missionOf({ id, title, folder, statement, points, limits }: Problem): Mission {
  const seconds = points.reduce((sum, point) => sum + 2 * ((point.limits ?? limits).seconds + WAITING), BUILD)
  return {
    id,
    title,
    kind: 'source',
    suites: [{ id: 'points', tester: 'judge', weight: 1, testcodes: points.map((point) => ({ id: point.id })) }],
    runnable: 'condition',
    judgingSeconds: seconds,
    submissions: { most: SUBMISSIONS, counts: 'best', shows: ['status', 'limit', 'points', 'usage'], repository: true },
    materials: [],
    materialsFolder: folder,
    digest: sha256(JSON.stringify([id, statement, points, limits])),
    questions: [],
  }
}

/** For the tester `judge`. */
export function planOf({ folder, header, program = 'code', points, limits }: Problem): unknown {
  const built =
    header === undefined
      ? { kind: 'tree', program }
      : {
          kind: 'files',
          copies: [{ from: path.join(folder, 'driver.cpp'), to: 'driver.cpp' }],
          takes: [{ from: [header, `src/${header}`], to: header }],
          compile: [['g++', 'driver.cpp', '-o', 'code', '-fmax-errors=10', '-O2', '-std=c++20']],
          keeps: ['code'],
          run: ['./code'],
        }
  const planned = (point: DrawnPoint) => ({
    program: 'code',
    input: { kind: 'text', text: point.input },
    expected: { kind: 'text', text: point.expected },
    limits: point.limits ?? limits,
    ...(point.group === undefined ? {} : { group: point.group }),
    ...(point.leak === undefined ? {} : { leak: point.leak }),
  })
  return { programs: { code: built }, points: Object.fromEntries(points.map((point) => [point.id, planned(point)])) }
}
