/** Builds a library of RepoCraft from a repository: tasks, taxonomy, description and reference. */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tasksSchema } from '../../tasks.ts'
import { taxonomySchema } from '../../taxonomy.ts'
import { UsageError } from '../../../../errors.ts'
import type { Calibrate, Python, Reviewer } from '../../../../contracts/types.ts'
import { sha256 } from '../../../../lib/files/digest.ts'
import { writeAtomically } from '../../../../lib/files/write.ts'
import { TaskFailure } from '../../../../lib/processes/pool/failure.ts'
import { ProcessPool } from '../../../../lib/processes/pool/pool.ts'
import { standardModules } from '../../../../lib/python/standard-modules.ts'
import { definitionsIn, openReaders } from '../../tester/outline/definitions.ts'
import { checkTests, type CheckedTests } from './check-tests.ts'
import { describedByNames, descriptionOf, titleOf, type Described } from './describe.ts'
import { codeOf, fixturesFor, groupsByAlgorithm, groupsByName, modulesOf, type Group } from './groups.ts'
import { leakPattern, leaksIn, withoutLeaks } from './leaks.ts'
import { Questions } from './questions.ts'
import type { ReadTests } from './read-tests.ts'
import { readSource, type SourceRepository } from './repository.ts'
import { stratifyGroups } from './sample.ts'
import { taxonomyOf } from './taxonomy.ts'
import type { tasks } from './tests-worker.ts'

export interface BuildOptions {
  readonly from: string
  readonly name: string
  /** The folder of the libraries. */
  readonly to: string
  readonly most: number
  readonly seed: number
  /** Undefined: names and docstrings take the place of a model. */
  readonly model: ((folder: string) => Reviewer) | undefined
  readonly python: Python
  readonly calibrate: Calibrate
  readonly say: (line: string) => void
  readonly signal: AbortSignal
}

export interface Built {
  readonly folder: string
  readonly library: string
  readonly files: number
  readonly tests: number
  readonly groups: number
  readonly tasks: number
  readonly categories: number
  readonly dropped: CheckedTests['dropped']
  /** Names of the reference that were replaced in the texts. */
  readonly leaks: number
  readonly model: string | null
  readonly seed: number
}

/** Groups that are tried for each task that is wanted: some have no test that judges. */
const TRIED = 3

/** A group with the code of its tests. */
interface Candidate {
  readonly id: string
  readonly group: Group
  readonly code: string
}

/**
 * Everything that a model answered is in the folder `build`, so that a build that was killed goes on without asking again.
 * @throws UsageError if the library is there already, or no test of the repository judges anything
 */
export async function buildLibrary(options: BuildOptions): Promise<Built> {
  const { name, to, seed, most, say, signal } = options
  const folder = path.join(path.resolve(to), name)
  if (existsSync(path.join(folder, 'taxonomy.json')))
    throw new UsageError(`${folder} is there already; remove it, or choose another --name`)
  const work = path.join(folder, 'build')
  await mkdir(work, { recursive: true })
  const model = options.model?.(work)
  const questions = model && new Questions(model, signal)
  const source = await readSource(options.from, await standardModules(options.python.program))
  await using parsers = openParsers()
  const read = await readAll(source.tests, parsers.pool, say)
  const fixtures = await readAll(source.fixtures, parsers.pool, say)
  const modules = [...read].flatMap(([file, tests]) => modulesOf(file, tests))
  say(`${String(read.size)} files with ${String(sum(modules.map(({ tests }) => tests.length)))} tests`)
  const groups: Group[] = []
  for (const module of modules)
    groups.push(...(questions ? groupsByAlgorithm(module, await questions.groups(module)) : groupsByName(module)))
  const sampled = stratifyGroups(groups, seed).map((group) => candidateOf(group, read, fixtures))
  const misfits = sampled.flatMap(misfit)
  const unfit = new Set(misfits.map(({ id }) => id))
  const tried = sampled.filter(({ id }) => !unfit.has(id)).slice(0, most * TRIED)
  say(`${String(groups.length)} groups; the tests of ${String(tried.length)} run on the library and on stubs of it`)
  const { good, dropped: refused } = await checkTests(source.layout, new Map(tried.map(({ id, code }) => [id, code])), {
    calibrate: options.calibrate,
    python: options.python,
    makeStub: (text, statement) => parsers.pool.run('stubs', { text, statement }),
  })
  const chosen = tried
    .flatMap(({ id, group }) => {
      const tests = group.tests.filter((test) => good.get(id)?.has(test.name) === true)
      return tests.length === 0 ? [] : [candidateOf({ ...group, tests }, read, fixtures)]
    })
    .slice(0, most)
  const dropped = [...misfits, ...refused]
  if (chosen.length === 0) throw new UsageError(nothingJudges(source, dropped))
  const described = await describeAll(chosen, source, questions, options)
  const texts = new Texts(source, name)
  const written = chosen.map((each, index) =>
    taskOf(each, described.tasks[index] ?? { algorithm: '', task: '' }, texts),
  )
  await writeFile(path.join(work, 'dropped.json'), JSON.stringify(dropped, null, 2))
  await writeLibrary(folder, source, {
    tasks: written,
    taxonomy: taxonomyOf(written.map(({ category, cap }) => ({ category, cap }))),
    description: texts.clean(described.description),
  })
  const built: Built = {
    folder,
    library: name,
    files: read.size,
    tests: sum(modules.map(({ tests }) => tests.length)),
    groups: groups.length,
    tasks: written.length,
    categories: new Set(written.map(({ category, cap }) => `${category}\n${cap}`)).size,
    dropped,
    leaks: texts.found,
    model: model?.model ?? null,
    seed,
  }
  await writeAtomically(
    path.join(work, 'build.json'),
    JSON.stringify({ schemaVersion: 1, source: source.digest, ...built }, null, 2),
  )
  return built
}

function openParsers() {
  const pool = new ProcessPool<typeof tasks>({
    purpose: 'parses the tests of a repository',
    module: { name: 'tests-worker', near: import.meta.url },
    processes: 1,
    limits: { cpu: 30_000, wall: 30_000, heap: 512, memory: 1536, input: 32, output: 64 },
  })
  return { pool, [Symbol.asyncDispose]: () => pool.close() }
}

/** Files that are not valid Python have no tests. */
async function readAll(
  files: ReadonlyMap<string, string>,
  pool: ReturnType<typeof openParsers>['pool'],
  say: BuildOptions['say'],
): Promise<Map<string, ReadTests>> {
  const read = new Map<string, ReadTests>()
  for (const [file, text] of files) {
    const tests = await pool.run('tests', { text }).catch((error: unknown) => {
      if (!(error instanceof TaskFailure)) throw error
      say(`${file} is left out: it cannot be parsed (${error.message})`)
      return undefined
    })
    if (tests?.broken === false) read.set(file, tests)
  }
  return read
}

function candidateOf(
  group: Group,
  read: ReadonlyMap<string, ReadTests>,
  fixtures: ReadonlyMap<string, ReadTests>,
): Candidate {
  const file = read.get(group.file)
  if (!file) throw new TypeError(`${group.file} was not read`)
  const code = codeOf(group, file, fixturesFor(group.file, fixtures))
  const key = JSON.stringify([group.category, group.file, group.module, group.cap])
  return { id: `task-${sha256(key).slice(0, 12)}`, group, code }
}

/** The tests of a group that makes no task which the benchmark reads, such as one with a name of 400 characters. */
function misfit({ id, group, code }: Candidate): CheckedTests['dropped'][number][] {
  const unchanged = { clean: (text: string) => text }
  const task = tasksSchema.safeParse([taskOf({ id, group, code }, { algorithm: 'it', task: 'it' }, unchanged)])
  const taxonomy = taxonomySchema.safeParse(taxonomyOf([group]))
  const issue = task.error?.issues[0] ?? taxonomy.error?.issues[0]
  if (!issue) return []
  const reason = `it makes no task: ${[...issue.path.slice(1), issue.message].map(String).join(': ')}`.slice(0, 500)
  return group.tests.map(({ name }) => ({ id, test: name.slice(0, 300), reason }))
}

async function describeAll(
  chosen: readonly Candidate[],
  source: SourceRepository,
  questions: Questions | undefined,
  { name }: BuildOptions,
): Promise<{ readonly tasks: readonly Described[]; readonly description: string }> {
  await using readers = openReaders()
  const python = source.layout.files.filter(({ path: file }) => file.endsWith('.py'))
  const definitions = await definitionsIn(python, readers)
  const all: Described[] = []
  for (const { group, code } of chosen)
    all.push(questions ? await questions.describe(group, code, name) : describedByNames(group, code, definitions))
  const areas = new Map<string, Described[]>()
  for (const [index, { group }] of chosen.entries())
    areas.set(group.category, [...(areas.get(group.category) ?? []), all[index] ?? { algorithm: '', task: '' }])
  if (!questions) return { tasks: all, description: descriptionOf(name, areas) }
  const subjects = [...areas].map(
    ([category, tasks]) => `${titleOf(category)}: ${tasks.map(({ algorithm }) => algorithm).join(' ')}`,
  )
  return { tasks: all, description: await questions.description(source.readme, subjects, name) }
}

/** Texts that are shown, without the names of the reference. */
class Texts {
  readonly #leaks: RegExp | undefined
  readonly #name: string
  found = 0

  constructor({ layout, folder }: SourceRepository, name: string) {
    this.#name = name
    // A name that the library has here, too, is no leak.
    const names = [...layout.names, path.basename(folder)].filter((each) => each.toLowerCase() !== name.toLowerCase())
    this.#leaks = leakPattern(names)
  }

  clean(text: string): string {
    this.found += leaksIn(text, this.#leaks)
    return withoutLeaks(text, this.#leaks, this.#name)
  }
}

function taskOf({ id, group, code }: Candidate, { algorithm, task }: Described, texts: Pick<Texts, 'clean'>) {
  return {
    id,
    category: texts.clean(group.category),
    file: group.file,
    module: group.module,
    cap: texts.clean(group.cap),
    functions: group.tests.map(({ name }) => name),
    query_code: code,
    alg_description: texts.clean(algorithm),
    task_query: texts.clean(task),
  }
}

/** The taxonomy makes a folder a library, so it is written last. */
async function writeLibrary(
  folder: string,
  source: SourceRepository,
  {
    tasks: list,
    taxonomy,
    description,
  }: { readonly tasks: readonly unknown[]; readonly taxonomy: unknown; readonly description: string },
): Promise<void> {
  const temporary = path.join(folder, 'build', 'reference')
  await rm(temporary, { recursive: true, force: true })
  for (const { path: file, content } of source.files) {
    const place = path.join(temporary, file)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, content)
  }
  await rm(path.join(folder, 'reference'), { recursive: true, force: true })
  await rename(temporary, path.join(folder, 'reference'))
  await writeAtomically(path.join(folder, 'description.md'), description)
  await writeAtomically(path.join(folder, 'tasks.json'), `${JSON.stringify(list, null, 2)}\n`)
  await writeAtomically(path.join(folder, 'taxonomy.json'), `${JSON.stringify(taxonomy, null, 2)}\n`)
}

function nothingJudges({ folder }: SourceRepository, dropped: CheckedTests['dropped']): string {
  const [first] = dropped
  const why = first ? `, such as ${first.test}: ${first.reason}` : ''
  return `no test of ${folder} judges a library: each fails on the library, or passes on stubs of it${why}`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
