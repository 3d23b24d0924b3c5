import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { UsageError, messageOf, HarnessFault } from '../../errors.ts'
import { loadModule } from '../../lib/files/load-module.ts'
import { readFolder } from '../../lib/files/read-folder.ts'
import { readSolution } from '../../lib/files/solution.ts'
import { otherNames } from '../../lib/wording/nearest.ts'
import type { Canonical, ProjectFile, LibraryTask, Reviewer } from '../../contracts/types.ts'
import { generate } from './generators.ts'
import { missionOf, type JudgedBy } from './mission.ts'
import { attackSchema, type AttackDefinition } from './schema.ts'
import { sharedTestcodes, testcodeIds } from './testcodes.ts'
import { windowSolution } from './window.ts'
import { libraryBenchmark } from '../../benchmarks/libraries/benchmark.ts'
import { calibrateLibrary } from '../../trial/calibration/calibrate.ts'

/** A hostile project and its expected verdicts. */
export interface Attack {
  readonly name: string
  readonly definition: AttackDefinition
  readonly solution: Canonical
  /** The tester that judges it, if a paper brings that one. */
  readonly tester?: string
  /** By what it is judged. Tests of a library are calibrated when they are first needed. */
  judgedBy(): Promise<JudgedBy>
}

/** Placeholders in project files, replaced by the harness's folder and the attack's folder. */
const PLACES = /@PE_(ROOT|ATTACK)@/g

/**
 * Loads the attacks of a folder, `<name>/{attack.yaml, project/**, launch.json, answers.json, testcodes.ts}`, by name. Attacks on the judge of
 * tasks have `tasks/` and `reference/` in place of testcodes.
 * @param root The harness's own folder
 * @param wanted Names; if empty, all attacks are loaded
 * @throws UsageError naming the file and what is wrong with it
 */
export async function loadAttacks(folder: string, root: string, wanted: readonly string[]): Promise<Attack[]> {
  if (!existsSync(folder))
    throw new UsageError(`there is no folder ${folder}: the attacks come only with the source of pe`)
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new UsageError(
      `there is no attack "${unknown}"` +
        otherNames(
          unknown,
          names,
          `the attacks are the folders of ${folder}; those on libraries are judged by the tests of a small library that comes with ` +
            'them, and begin with "library-"',
        ),
    )
  const chosen = names.filter((name) => wanted.length === 0 || wanted.includes(name)).toSorted()
  return Promise.all(chosen.map((name) => loadAttack(path.join(folder, name), root)))
}

async function loadAttack(folder: string, root: string): Promise<Attack> {
  const name = path.basename(folder)
  const definition = await readDefinition(path.join(folder, 'attack.yaml'))
  if (definition.kind === 'library') return libraryAttack(name, folder, root, definition)
  const own = path.join(folder, 'testcodes.ts')
  const testcodes = existsSync(own) ? (await loadModule(own)).default : sharedTestcodes[definition.kind]
  const ids = testcodeIds(definition.kind, testcodes)
  const stray = Object.keys(definition.expect.testcodes).find((id) => !ids.includes(id))
  if (stray !== undefined)
    throw new UsageError(`${folder}/attack.yaml: expect.testcodes: there is no testcode "${stray}"`)
  const silent = ids.find((id) => !Object.hasOwn(definition.expect.testcodes, id))
  if (silent !== undefined)
    throw new UsageError(`${folder}/attack.yaml: expect.testcodes has no status for testcode "${silent}"`)
  const { title, kind, tester, parameters, dependencies } = definition
  const mission = missionOf({ name, title, kind, tester, testcodes: ids, parameters, dependencies, folder })
  const solution = await solutionOf(folder, root, definition)
  return { name, definition, solution, judgedBy: () => Promise.resolve({ mission, testcodes }) }
}

/** A library that is judged by the tests of the fixture, or by tasks of its own. */
async function libraryAttack(
  name: string,
  folder: string,
  root: string,
  definition: AttackDefinition,
): Promise<Attack> {
  const solution = await solutionOf(folder, root, definition)
  const isOfTasks = existsSync(path.join(folder, TASKS))
  return {
    name,
    definition,
    solution,
    ...(isOfTasks ? { tester: 'tasks' } : {}),
    judgedBy: () => (isOfTasks ? tasksMission(folder, name) : libraryMission(root, name)),
  }
}

async function readDefinition(file: string): Promise<AttackDefinition> {
  const parsed = attackSchema.safeParse(await readYaml(file))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`)
  throw new UsageError(`${file}: ${problems.join('; ')}`)
}

async function readYaml(file: string): Promise<unknown> {
  try {
    return parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`)
  }
}

async function solutionOf(folder: string, root: string, { generator, kind }: AttackDefinition): Promise<Canonical> {
  if (generator !== undefined) return { project: generate(generator), answers: {} }
  const files = { files: 1000, bytes: 1024 * 1024, except: ['__pycache__'] }
  if (kind === 'desktop') return windowSolution(await readFolder(path.join(folder, 'project'), files))
  const { project, answers } = await readSolution(folder, 'the attack', kind === 'source' ? [] : undefined)
  const places: Readonly<Record<string, string>> = { ROOT: root, ATTACK: folder }
  return { answers, project: { ...project, files: project.files.map((file) => withPlaces(file, places)) } }
}

function withPlaces(file: ProjectFile, places: Readonly<Record<string, string>>): ProjectFile {
  const text = Buffer.from(file.content).toString('utf8')
  if (text.search(PLACES) === -1) return file
  return { path: file.path, content: text.replaceAll(PLACES, (_, place: string) => places[place] ?? '') }
}

// ---- library -------------------------------------------------------------------------------------------------------

/** The library whose tests hostile libraries are judged by. */
const FIXTURE = 'intervals'

/** @param root The harness's own folder */
async function libraryMission(root: string, name: string): Promise<JudgedBy> {
  const benchmark = libraryBenchmark('hostile', path.join(root, 'test', 'fixtures', 'libraries'), calibrateLibrary)
  const mission = await benchmark.mission(FIXTURE)
  const unit = mission.suites.filter(({ visible }) => visible !== true)
  const [suite] = unit
  if (!suite) throw new TypeError(`the library "${FIXTURE}" has no tests that count`)
  return { mission: { ...mission, id: name, suites: unit }, testcodes: await benchmark.testcodes(mission, suite) }
}

// ---- tasks ---------------------------------------------------------------------------------------------------------

// Attacks on the judge of tasks. A model that works with the project is the worst judge, so a script answers in its place.

/** Folder of an attack: `<task>/{reference,adapted}.py`. Beside it, `reference/` holds the library that the reference tests test. */
const TASKS = 'tasks'

/** @param folder The folder of the attack */
async function tasksMission(folder: string, name: string): Promise<JudgedBy> {
  const ids = (await readdir(path.join(folder, TASKS))).toSorted()
  const read = (id: string, file: string) => readFile(path.join(folder, TASKS, id, file), 'utf8')
  const tasks: LibraryTask[] = []
  const adapted = new Map<string, string>()
  for (const id of ids) {
    const code = await read(id, 'reference.py')
    tasks.push({
      id,
      algorithm: id,
      query: id,
      tests: [...code.matchAll(/def (test_\w+)/g)].map(([, test = '']) => test),
      code,
    })
    adapted.set(code.trim(), await read(id, 'adapted.py'))
  }
  return {
    mission: {
      id: name,
      title: name,
      kind: 'library',
      stack: 'Python',
      suites: [
        { id: 'tasks', tester: 'tasks', weight: 1, testcodes: ids.map((id) => ({ id, page: id, expects: id })) },
      ],
      runnable: 'condition',
      materials: [],
      materialsFolder: folder,
      digest: '0'.repeat(64),
      questions: [],
    },
    testcodes: { tasks, reference: path.join(folder, 'reference') },
    services: { reviewer: accomplice(adapted), calibrate: calibrateLibrary },
  }
}

/** Votes for the project, and adapts each test as the attack wants it. */
function accomplice(adapted: ReadonlyMap<string, string>): Reviewer {
  return {
    model: 'scripted',
    votes: 1,
    ask(messages) {
      const text = messages.map(({ content }) => content).join('\n')
      if (text.includes('whether code implements an algorithm'))
        return Promise.resolve(JSON.stringify({ present: true, reason: 'it does' }))
      const test = [...adapted].find(([code]) => text.includes(code))?.[1]
      if (text.includes('adapt a test of a reference library') && test !== undefined)
        return Promise.resolve(JSON.stringify({ test }))
      const [, file, name] = /^("(?:[^"\\]|\\.)*").*? ([^\s:]+): /m.exec(text) ?? []
      if (file === undefined) throw new HarnessFault(`the script has no answer to: ${text.slice(0, 500)}`)
      return Promise.resolve(JSON.stringify({ candidates: [{ file: JSON.parse(file) as string, name }] }))
    },
  }
}
