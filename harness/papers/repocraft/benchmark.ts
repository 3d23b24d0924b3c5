import path from 'node:path'
import { UsageError } from '../../errors.ts'
import type { Categories } from '../../contracts/schema.ts'
import type { Benchmark, Canonical, LibraryTask, Mission } from '../../contracts/types.ts'
import { MOST_ROUNDS, variantOfRounds, type Variant } from '../../contracts/variants.ts'
import { FolderProblem, readFolder } from '../../lib/files/read-folder.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import { standsBehind } from '../../lib/wording/category.ts'
import { checkMission } from '../../benchmarks/check-mission.ts'
import { DESCRIPTION, REFERENCE, libraryIds, readChecks, readLibrary, type Library } from './dataset.ts'
import type { Task } from './tasks.ts'
import type { Category } from './taxonomy.ts'

/** Of a reference; the largest of the published ones, pandas, is below them. */
const BOUNDS = { files: 10_000, bytes: 256 * MiB, except: ['__pycache__', '.git', '.pytest_cache'] }

/** Time for running tests; waiting for the judging model does not count. */
const SHORTEST_JUDGING = 1800
const SECONDS_A_TASK = 120

const VARIANTS: readonly Variant[] = [
  { id: 'description', title: 'the description alone' },
  ...Array.from({ length: MOST_ROUNDS - 1 }, (_, index) => {
    const rounds = index + 2
    return {
      id: variantOfRounds(rounds),
      title: `the description, in ${String(rounds)} rounds of extension`,
      rounds,
    }
  }),
]

/** Libraries to rebuild from a description. Their taxonomies, tasks and references are never shown to an agent. */
export function repoCraftBenchmark(source: string): Benchmark {
  const folder = path.resolve(source)
  const known = new Map<string, Library>()
  const library = (id: string): Library => {
    const read = known.get(id) ?? readLibrary(folder, id)
    known.set(id, read)
    return read
  }
  const later = <T>(read: () => T): Promise<T> => Promise.resolve().then(read)
  return {
    name: 'repocraft',
    source: folder,
    scoring: 'mean',
    variants: VARIANTS,
    ids: () => later(() => libraryIds(folder)),
    warnings: () => later(() => libraryIds(folder).flatMap((id) => library(id).warnings)),
    mission: (id) => later(() => checkMission(missionOf(library(id)), folder)),
    input: ({ id }) =>
      later(() => ({
        type: 'documents',
        documents: [{ path: DESCRIPTION, role: 'statement', content: library(id).description }],
      })),
    skeleton: () => Promise.resolve([]),
    testcodes: ({ id }) => later(() => planOf(library(id))),
    scorerData: ({ id }) => later(() => scorerDataOf(library(id))),
    canonical: ({ id }) => canonicalOf(library(id)),
  }
}

function missionOf({ id, folder, tasks, categories, digest }: Library): Mission {
  return {
    id,
    title: id,
    kind: 'library',
    stack: 'Python',
    suites: [
      {
        id: 'tasks',
        tester: 'tasks',
        weight: 1,
        testcodes: tasks.map((task) => ({ id: task.id, page: categoryOf(task, categories), expects: task.algorithm })),
      },
    ],
    runnable: 'condition',
    judgingSeconds: Math.max(SHORTEST_JUDGING, tasks.length * SECONDS_A_TASK),
    materials: [],
    materialsFolder: folder,
    digest,
    questions: [],
  }
}

/** The path of the category that the task tests, if the taxonomy has it; else the category alone. */
function categoryOf({ category, cap }: Task, categories: readonly Category[]): string {
  const path = `${category} / ${cap}`
  return cap !== '' && categories.some(({ id }) => standsBehind(id, path)) ? path : category
}

function scorerDataOf(library: Library): Categories {
  const checks = readChecks(library)
  return { categories: [...library.categories], ...(checks.length === 0 ? {} : { checks }) }
}

function planOf({ tasks, reference }: Library) {
  return { tasks: tasks.map(planned), ...(reference === undefined ? {} : { reference }) }
}

function planned({ id, algorithm, query, tests, code }: Task): LibraryTask {
  return { id, algorithm, query, tests, code }
}

async function canonicalOf({ id, folder, reference }: Library): Promise<Canonical> {
  if (reference === undefined)
    throw new UsageError(`${path.join(folder, REFERENCE)} does not exist: library "${id}" has no canonical solution`)
  const files = await readFolder(reference, BOUNDS).catch((error: unknown) => {
    if (error instanceof FolderProblem) throw new UsageError(error.message, { cause: error })
    throw error
  })
  return { project: { files }, answers: {} }
}
