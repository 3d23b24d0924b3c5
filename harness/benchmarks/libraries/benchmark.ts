import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../../errors.ts'
import { digestOfFiles, sha256 } from '../../lib/files/digest.ts'
import { FolderProblem, readFolder } from '../../lib/files/read-folder.ts'
import { findEnvironment, type RepositoryEnvironment } from '../../lib/python/environments.ts'
import { findPython } from '../../lib/python/find.ts'
import type { Calibration, Input, LibraryPlan, LibrarySuite } from '../../contracts/schema.ts'
import type { Benchmark, Calibrate, Canonical, Mission, ProjectFile, Suite, Withheld } from '../../contracts/types.ts'
import { checkMission } from '../check-mission.ts'
import { readRepository, surveyDataset, type Repository } from './dataset.ts'
import { BOUNDS } from './tree.ts'

const UNIT = 'unit'
const CHECK = 'check'
const STACK = 'Python'
/** Requirement → the plugins of pytest that it needs, as they are imported. One that is not installed is left out. */
const PLUGINS: Readonly<Record<string, readonly string[]>> = {
  'pytest-mock': ['pytest_mock'],
  'pytest-django': ['pytest_django.plugin'],
  // If xdist is installed, rerunfailures has hooks that only xdist knows.
  'pytest-rerunfailures': ['xdist.plugin', 'pytest_rerunfailures'],
  'pytest-asyncio': ['pytest_asyncio.plugin'],
  'pytest-subtests': ['pytest_subtests'],
}

interface Loaded {
  readonly repository: Repository
  readonly digest: string
  readonly suites: readonly { readonly id: string; readonly plan: LibraryPlan }[]
}

/**
 * Repositories in the form of CodeProjectEval and DevBench: libraries with hidden tests, visible tests and a reference.
 * @param modules Folders of modules that its tests can import besides the installed ones
 */
export function libraryBenchmark(
  name: string,
  source: string,
  calibrate: Calibrate,
  modules: readonly string[] = [],
): Benchmark {
  const folder = path.resolve(source)
  const loaded = new Map<string, Promise<Loaded>>()
  const load = (id: string): Promise<Loaded> => {
    const known = loaded.get(id) ?? loadRepository(folder, id, calibrate, modules)
    loaded.set(id, known)
    return known
  }
  return {
    name,
    source: folder,
    scoring: 'pooled',
    variants: [
      { id: 'documents', title: 'requirements, UML and architecture' },
      { id: 'requirements', title: 'requirements only' },
    ],
    ids: () => Promise.resolve().then(() => surveyDataset(folder).repositories.map(({ id }) => id)),
    leftOut: () =>
      Promise.resolve().then(
        () => new Map(surveyDataset(folder).unusable.map(({ name, reason }) => [name, reason] as const)),
      ),
    warnings: async (missions) => {
      const survey = surveyDataset(folder)
      const repositories = survey.repositories.filter(({ id }) => missions?.includes(id) ?? true)
      const unusable = missions === undefined ? survey.unusable : []
      const lacking = await Promise.all(repositories.map(lackingOf))
      return [
        ...unusable.map(({ name, reason }) => `${name}: it is left out: ${reason}`),
        ...repositories.flatMap(({ warnings }) => warnings),
        ...lacking.flat(),
      ]
    },
    mission: async (id) => checkMission(missionOf(await load(id)), folder),
    listed: async (id) => {
      const known = await loadKnown(folder, id, calibrate, modules)
      return known ? missionOf(known) : { id, title: id, kind: 'library', stack: STACK }
    },
    outline: async (id) => {
      const known = await loadKnown(folder, id, calibrate, modules)
      return known ? missionOf(known) : outlineOf(readRepository(folder, id))
    },
    input: async ({ id }, variant) => inputOf(readRepository(folder, id), variant),
    skeleton: () => Promise.resolve([]),
    testcodes: async ({ id }, suite) => planOf(await load(id), suite),
    canonical: async ({ id }) => canonicalOf(readRepository(folder, id)),
  }
}

async function loadRepository(
  source: string,
  id: string,
  calibrate: Calibrate,
  modules: readonly string[],
): Promise<Loaded> {
  const loaded = await loadWith(source, id, calibrate, modules)
  if (!loaded) throw new TypeError(`the repository "${id}" was not calibrated`)
  return loaded
}

/** Undefined if this machine has not calibrated the repository. */
async function loadKnown(
  source: string,
  id: string,
  { known }: Calibrate,
  modules: readonly string[],
): Promise<Loaded | undefined> {
  return known ? loadWith(source, id, known, modules) : undefined
}

async function loadWith(
  source: string,
  id: string,
  calibrate: NonNullable<Calibrate['known']>,
  modules: readonly string[],
): Promise<Loaded | undefined> {
  const repository = readRepository(source, id)
  const digest = digestOfFiles(await filesIn(repository.folder))
  const names = [{ id: UNIT, tests: repository.unit }]
  if (repository.check !== undefined) names.push({ id: CHECK, tests: repository.check })
  const environment = await environmentOf(repository)
  const suites: Loaded['suites'][number][] = []
  for (const { id: own, tests } of names) {
    const suite = { ...suiteOf(repository, tests, own === CHECK, environment), modules: [...modules] }
    const calibration = await calibrate(suite, digest)
    if (!calibration) return undefined
    suites.push({ id: own, plan: { suite, calibration } })
  }
  return { repository, digest, suites }
}

/** A repository that changes after it was checked can still have a link, or be too large. */
async function filesIn(folder: string): Promise<ProjectFile[]> {
  return readFolder(folder, BOUNDS).catch((error: unknown) => {
    if (error instanceof FolderProblem)
      throw new UsageError(`${error.message}; remove it from the dataset`, { cause: error })
    throw error
  })
}

async function environmentOf({ needs }: Repository): Promise<RepositoryEnvironment | undefined> {
  return findEnvironment(needs, await findPython())
}

/** Requirements that an environment lacks. */
async function lackingOf(repository: Repository): Promise<string[]> {
  const missing = (await environmentOf(repository))?.record.missing ?? []
  return missing.map(
    ({ requirement, reason }) =>
      `${repository.id}: its environment lacks ${requirement} (${reason}); tests that need it are excluded`,
  )
}

function suiteOf(
  repository: Repository,
  tests: string,
  shown: boolean,
  environment: RepositoryEnvironment | undefined,
): Omit<LibrarySuite, 'modules'> {
  const { folder, sources, unit, check, hidden, env, requirements } = repository
  return {
    root: folder,
    tests,
    sources: [...sources],
    names: [...new Set(sources.map((each) => path.posix.basename(each, '.py')))],
    leaveOut: [
      ...new Set(['config.json', ...(shown ? hidden : [unit]), ...(check === undefined ? [] : [check]), ...sources]),
    ],
    plugins: requirements.flatMap((each) => PLUGINS[each] ?? []),
    env: { ...env },
    ...(environment ? { environment: placesOf(environment) } : {}),
    shown,
  }
}

function placesOf({ program, packages, folders, digest }: RepositoryEnvironment) {
  return { program, packages, folders: [...folders], digest }
}

function missionOf({ repository, digest, suites }: Loaded): Mission {
  const withheld: Record<string, Withheld> = {}
  for (const { id, plan } of suites)
    if (id !== CHECK)
      for (const { id: test, reason } of plan.calibration.excluded) withheld[test] = { status: 'excluded', reason }
  return {
    ...frameOf(
      repository,
      suites.map(({ id, plan }) => suiteIn(id, testcodesOf(plan.calibration, id === CHECK))),
    ),
    usualSeconds: suites.reduce((sum, { id, plan }) => sum + (id === CHECK ? 0 : plan.calibration.seconds), 0),
    withheld,
    digest: sha256(JSON.stringify([digest, suites.map(({ plan }) => judgedSetOf(plan.calibration))])),
  }
}

/** Equal for calibrations that judge by the same tests: measured times and reasons differ between two of them. */
function judgedSetOf({ tests, excluded }: Calibration): [judged: string[], excluded: string[]] {
  return [tests.map(({ id }) => id).toSorted(), excluded.map(({ id }) => id).toSorted()]
}

/** Nobody knows the tests that judge before they have run on the reference, which takes minutes. */
function outlineOf(repository: Repository): Mission {
  const suites = [UNIT, ...(repository.check === undefined ? [] : [CHECK])].map((id) => suiteIn(id, []))
  return { ...frameOf(repository, suites), digest: 'unknown', uncalibrated: true }
}

/** All of a mission that its tests do not change. */
function frameOf({ id, folder, sources }: Repository, suites: readonly Suite[]): Omit<Mission, 'digest'> {
  return {
    ...{ id, title: id, kind: 'library', stack: STACK, suites },
    runnable: 'condition',
    // The tester limits each process of tests; this only keeps the limit of a trial from ending a long suite.
    judgingSeconds: 7200,
    ...{ materials: [], materialsFolder: folder, questions: [], code: sources },
  }
}

function suiteIn(id: string, testcodes: Suite['testcodes']): Suite {
  return { id, tester: 'pytest', weight: 1, ...(id === CHECK ? { visible: true } : {}), testcodes }
}

/** Visible tests that the reference does not pass here tell an agent nothing, and are not shown. */
function testcodesOf({ tests, excluded }: Calibration, visible: boolean): { readonly id: string }[] {
  return [...tests.map(({ id }) => ({ id })), ...(visible ? [] : excluded.map(({ id }) => ({ id })))]
}

function planOf({ repository, suites }: Loaded, { id }: Suite): LibraryPlan {
  const found = suites.find((each) => each.id === id)
  if (!found) throw new UsageError(`mission "${repository.id}" has no suite "${id}"`)
  return found.plan
}

async function inputOf({ folder, documents, sources }: Repository, variant: string): Promise<Input> {
  const wanted = documents.filter(({ role }) => variant === 'documents' || role === 'prd')
  const place = sources.map((each) => (each.endsWith('.py') ? each : `${each}/`)).join(', ')
  const task = `Write the library in ${place}. Only these files are judged, by tests that import them.`
  return {
    type: 'documents',
    documents: [
      ...(await Promise.all(
        wanted.map(async ({ path: file, role }) => ({
          path: file,
          role,
          content: await readFile(path.join(folder, file), 'utf8'),
        })),
      )),
      { path: 'TASK.md', role: 'other', content: task },
    ],
  }
}

/** The reference, and all other files of Python that were published with it. */
async function canonicalOf({ folder, sources, unit, check }: Repository): Promise<Canonical> {
  const files: ProjectFile[] = []
  for (const source of sources) {
    if (source.endsWith('.py')) files.push({ path: source, content: await readFile(path.join(folder, source)) })
    else
      for (const { path: file, content } of await filesIn(path.join(folder, source)))
        files.push({ path: `${source}/${file}`, content })
  }
  const own = new Set(files.map((file) => file.path))
  const beside = (await filesIn(folder)).filter((file) => !own.has(file.path))
  const isTest = ({ path: file }: ProjectFile) =>
    [unit, check].some((tests) => tests !== undefined && file.startsWith(`${tests}/`))
  return {
    ...{ project: { files }, answers: {} },
    ...{ tests: beside.filter(isTest), others: beside.filter((file) => !isTest(file)) },
  }
}
