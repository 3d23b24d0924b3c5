import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { UsageError, messageOf } from '../../errors.ts'
import { sha256 } from '../../lib/files/digest.ts'
import { packageRoot } from '../../lib/files/package-root.ts'
import { readFolder } from '../../lib/files/read-folder.ts'
import type { Input } from '../../contracts/schema.ts'
import type { Benchmark, Canonical, Mission } from '../../contracts/types.ts'
import { checkMission } from '../check-mission.ts'
import type { DrawnPoint } from './points.ts'
import { isProblem, readProblem, type Problem, type ProblemFolders } from './problem.ts'

/** Best of so many submissions. */
const SUBMISSIONS = 5
const CANONICAL = 'cpp'
const LIMITS = { files: 100, bytes: 1024 * 1024, except: [] }

/** The problems among the missions of a folder, each read once. */
export function problemsIn(folders: ProblemFolders) {
  const { missions } = folders
  const problems = new Map<string, Promise<Problem>>()
  const problem = (id: string): Promise<Problem> => {
    if (!isProblem(missions, id)) throw new UsageError(`there is no problem "${id}" in ${missions}`)
    const known = problems.get(id) ?? readProblem(folders, id)
    problems.set(id, known)
    return known
  }
  return {
    problem,
    ids: async () => (await readdir(missions)).filter((id) => isProblem(missions, id)).toSorted(),
    mission: async (id: string) => checkMission(missionOf(await problem(id)), missions),
    statement: async (id: string): Promise<Input> => {
      const content = (await problem(id)).statement
      return { type: 'documents', documents: [{ path: 'statement.md', role: 'statement', content }] }
    },
    plan: async (id: string) => planOf(await problem(id)),
    canonical: async (id: string) => canonicalOf(await problem(id)),
  }
}

/** The built-in missions that are problems for the tester `judge`, with generated points. */
export function judgeBenchmark(): Benchmark {
  const folders = builtInFolders()
  const { ids, mission, statement, plan, canonical } = problemsIn(folders)
  return {
    name: 'judge',
    source: folders.missions,
    scoring: 'mean',
    variants: [{ id: 'statement', title: 'the statement' }],
    ids,
    mission,
    input: ({ id }) => statement(id),
    skeleton: () => Promise.resolve([]),
    testcodes: ({ id }) => plan(id),
    canonical: ({ id }) => canonical(id),
  }
}

export function builtInFolders(): ProblemFolders {
  const root = packageRoot(import.meta.dirname)
  return { missions: path.join(root, 'missions'), canonical: path.join(root, 'canonical') }
}

/** The languages in which a problem has solutions, the canonical one first: C++ if there is one. */
export async function languagesOf({ solutions }: Problem): Promise<readonly string[]> {
  const entries = await readdir(solutions, { withFileTypes: true }).catch(() => [])
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  return names.toSorted((a, b) => Number(b === CANONICAL) - Number(a === CANONICAL) || a.localeCompare(b, 'en'))
}

async function canonicalOf(problem: Problem): Promise<Canonical> {
  const [language = CANONICAL] = await languagesOf(problem)
  return solutionOf(problem, language)
}

/** @throws UsageError if the problem has no solution in that language */
export async function solutionOf({ solutions }: Problem, language: string): Promise<Canonical> {
  const place = path.join(solutions, language)
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
