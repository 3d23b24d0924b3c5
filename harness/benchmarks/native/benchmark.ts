import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { PROJECTEVAL_VARIANTS, levelAndMode } from '../../contracts/variants.ts'
import { levelInput } from '../projecteval-input.ts'
import { UsageError, messageOf } from '../../errors.ts'
import { expandAnswers } from '../../lib/files/answers.ts'
import { digestOfFiles } from '../../lib/files/digest.ts'
import { readFolder } from '../../lib/files/read-folder.ts'
import { loadModule } from '../../lib/files/load-module.ts'
import { readSolution } from '../../lib/files/solution.ts'
import { suiteFileSchema, type MissionFile, missionFileSchema } from '../../contracts/schema.ts'
import type { Benchmark, Mission, Proofs, Suite, Testcode, TextFile } from '../../contracts/types.ts'
import { excludedTestcodes } from '../excluded.ts'
import { problemsIn } from '../judge/benchmark.ts'
import { isProblem } from '../judge/problem.ts'
import { NO_EXCEPTIONS, canonicalStack, readProofs } from './proofs.ts'
import { parseYaml, type Mistake } from './yaml-file.ts'

/** Which tester judges a mission of a kind. */
const TESTERS = { website: 'playwright', console: 'subprocess', batch: 'subprocess', desktop: 'desktop' } as const

const LIMITS = { files: 1000, bytes: 64 * 1024 * 1024, except: [] }

/** Files in the folder of a desktop mission that prove its testcodes, and do not change what is asked for. */
const BESIDE = /^(solutions\/|faults\.yaml$|exceptions\.yaml$)/

/**
 * Missions as folders: `<missions>/<id>/{mission.yaml, testcodes.ts, skeleton/**, materials/**}`, with solutions in
 * `<canonical>/<id>/<stack>/{project/**, launch.json, answers.json}`; or problems for the tester `judge`, see `readProblem`.
 * A mission with a folder `solutions/` has them there, and `faults.yaml` and `exceptions.yaml` beside its `mission.yaml`.
 * @param isNamedOnly Whether a mission is run only if it is named; none by default
 */
export function nativeBenchmark(
  missionsFolder: string,
  canonicalFolder: string,
  isNamedOnly: (missionsFolder: string, id: string) => boolean = () => false,
): Benchmark {
  const problems = problemsIn({ missions: missionsFolder, canonical: canonicalFolder })
  const isStatement = ({ id }: Mission) => isProblem(missionsFolder, id)
  const folderOf = (id: string) => path.join(missionsFolder, id)
  const hasSolutions = (id: string) => existsSync(path.join(folderOf(id), 'solutions'))
  const solutionsOf = (id: string) =>
    hasSolutions(id) ? path.join(folderOf(id), 'solutions') : path.join(canonicalFolder, id)
  const skeleton = (mission: Mission) =>
    readSkeleton(path.join(folderOf(mission.id), 'skeleton'), mission.id, path.dirname(missionsFolder))
  const statementAt = ({ id }: Mission, variant: string) => {
    if (levelAndMode(variant)?.level === 1) return problems.statement(id)
    throw new UsageError(`mission "${id}" has a statement and no levels: run it without --level`)
  }
  return {
    name: 'native',
    source: missionsFolder,
    variants: PROJECTEVAL_VARIANTS,
    input: (mission, variant) =>
      isStatement(mission) ? statementAt(mission, variant) : levelInput(mission, variant, skeleton),
    version: () => suiteVersion(path.join(missionsFolder, 'suite.yaml')),
    ids: async () => (await missionNames(missionsFolder)).filter((id) => !isNamedOnly(missionsFolder, id)),
    namedOnly: async () => (await missionNames(missionsFolder)).filter((id) => isNamedOnly(missionsFolder, id)),
    mission: async (id) => (isProblem(missionsFolder, id) ? problems.mission(id) : loadMission(folderOf(id), id)),
    skeleton,
    async testcodes(mission) {
      if (isStatement(mission)) return problems.plan(mission.id)
      const file = path.join(folderOf(mission.id), 'testcodes.ts')
      return (await loadModule(file)).default
    },
    async canonical(mission) {
      if (isStatement(mission)) return problems.canonical(mission.id)
      const folder = path.join(solutionsOf(mission.id), canonicalStack(mission))
      const { project, answers } = await readSolution(folder, 'the canonical solution')
      return { project, answers: expandAnswers(answers, askedIn(mission)) }
    },
    async proofs({ id }) {
      if (isProblem(missionsFolder, id)) return NO_PROOFS
      const mission = await readMissionFile(folderOf(id), id)
      const lists = hasSolutions(id) ? folderOf(id) : solutionsOf(id)
      return readProofs({ solutions: solutionsOf(id), lists, root: path.dirname(missionsFolder) }, mission)
    },
  }
}

/** The names of the values that each testcode asks for. */
function askedIn({ suites }: Mission) {
  return suites.flatMap(({ testcodes }) =>
    testcodes.map(({ id, parameters = [] }) => ({ testcode: id, parameters: parameters.map((name) => ({ name })) })),
  )
}

/** Faults of a problem have verdicts of their own: `npm run prove -- judge-suite` tries them. */
const NO_PROOFS: Proofs = { alternatives: new Map(), faults: [], exceptions: NO_EXCEPTIONS, materialsScript: undefined }

async function missionNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  // Tools leave folders such as .cache; a mission's name never begins with a dot.
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  return folders.map((entry) => entry.name).toSorted()
}

/** @param root The folder with `missions/` and `canonical/`, for the error message */
async function readSkeleton(folder: string, id: string, root: string): Promise<TextFile[]> {
  const missing = (why: string) => new UsageError(`mission "${id}" has no skeleton for level 3: ${why}`)
  const remedy = `derive it with: npm run skeletons -- --missions-dir ${root} (in a checkout of pe's repository)`
  if (!existsSync(folder)) throw missing(remedy)
  const files = await readFolder(folder, LIMITS).catch((error: unknown) => {
    throw missing(messageOf(error))
  })
  if (files.length === 0) throw missing(remedy)
  return files.map((file) => ({ path: file.path, content: Buffer.from(file.content).toString('utf8') }))
}

/** Undefined if the suite has no version: users need not number their own missions. */
async function suiteVersion(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined
  return parseYaml(await readFile(file, 'utf8'), file, suiteFileSchema, () => []).version
}

/** Path → what was read there last. A command asks for a mission several times, and parsing its YAML takes tens of milliseconds. */
const parsedFiles = new Map<string, { readonly text: string; readonly mission: MissionFile }>()

function parsedFile(text: string, file: string): MissionFile {
  const last = parsedFiles.get(file)
  if (last?.text === text) return last.mission
  const mission = parseMissionFile(text, file)
  parsedFiles.set(file, { text, mission })
  return mission
}

/** The file of a mission, which its proofs are checked against. */
async function readMissionFile(folder: string, id: string): Promise<MissionFile> {
  const file = path.join(folder, 'mission.yaml')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`cannot read ${file} of mission "${id}": ${messageOf(error)}`)
  })
  const mission = parsedFile(text, file)
  if (mission.id !== id) throw new UsageError(`${file}: id: "${mission.id}" is not the name of its folder, "${id}"`)
  return mission
}

async function loadMission(folder: string, id: string): Promise<Mission> {
  const { testcodes, schemaVersion: _version, ...mission } = await readMissionFile(folder, id)
  const files = (await readFolder(folder, LIMITS)).filter((file) => !BESIDE.test(file.path))
  return {
    ...mission,
    ...(mission.kind === 'desktop' ? { scoring: 'mean' as const } : {}),
    ...(mission.kind === 'desktop' && mission.limits.seconds !== undefined
      ? { judgingSeconds: mission.limits.seconds }
      : {}),
    suites: suitesOf(TESTERS[mission.kind], testcodes),
    withheld: excludedTestcodes(testcodes),
    digest: digestOfFiles(files),
    materialsFolder: path.join(folder, 'materials'),
  }
}

/** The suites in the order in which the testcodes name them, with equal weights; without names, there is one. */
function suitesOf(tester: string, testcodes: MissionFile['testcodes']): Suite[] {
  const names = [...new Set(testcodes.map(({ suite = 'tests' }) => suite))]
  return names.map((id) => {
    const own = testcodes.filter(({ suite = 'tests' }) => suite === id)
    return { id, tester, weight: 1, testcodes: own.map(testcodeOf) }
  })
}

function testcodeOf({
  excluded: _excluded,
  suite: _suite,
  seconds,
  ...testcode
}: MissionFile['testcodes'][number]): Testcode {
  return { ...testcode, ...(seconds === undefined ? {} : { limits: { seconds } }) }
}

// ---- mission file --------------------------------------------------------------------------------------------------

/**
 * Parses a `mission.yaml`.
 * @param file Named in each message, with line, field and problem
 * @throws UsageError with all mistakes
 */
export function parseMissionFile(text: string, file: string): MissionFile {
  return parseYaml(text, file, missionFileSchema, inconsistencies)
}

/** Checks across fields, which the schema cannot express. */
function inconsistencies(mission: MissionFile): Mistake[] {
  return [
    ...dialogueMistakes(mission),
    ...mission.testcodes.flatMap((_, index) => testcodeMistakes(mission, index)),
  ].concat(unusedParameters(mission))
}

function dialogueMistakes(mission: MissionFile): Mistake[] {
  if ((mission.kind === 'console') === (mission.dialogue !== undefined)) return []
  const what =
    mission.kind === 'console' ? 'a console mission needs a dialogue' : `a ${mission.kind} mission has no dialogue`
  return [{ at: ['dialogue'], what }]
}

function testcodeMistakes(mission: MissionFile, index: number): Mistake[] {
  const testcode = mission.testcodes[index]
  if (!testcode) return []
  const before = mission.testcodes.slice(0, index).map(({ id }) => id)
  const page = mission.checklist.find((entry) => entry.page === testcode.page)
  const at = (...field: PropertyKey[]) => ['testcodes', index, ...field]
  return [
    ...(before.includes(testcode.id) ? [{ at: at('id'), what: `"${testcode.id}" appears twice` }] : []),
    ...(page ? [] : [{ at: at('page'), what: `the checklist has no page "${testcode.page}"` }]),
    ...(page && !page.functions.some((entry) => entry.function === testcode.function)
      ? [
          {
            at: at('function'),
            what: `page "${testcode.page}" of the checklist has no function "${testcode.function}"`,
          },
        ]
      : []),
    ...testcode.needs.flatMap((need, position) =>
      before.includes(need)
        ? []
        : [{ at: at('needs', position), what: `no testcode before this one has the id "${need}"` }],
    ),
    ...testcode.parameters.flatMap((name, position) =>
      Object.hasOwn(mission.parameters, name)
        ? []
        : [{ at: at('parameters', position), what: `the mission declares no parameter "${name}"` }],
    ),
  ]
}

function unusedParameters(mission: MissionFile): Mistake[] {
  const used = new Set(mission.testcodes.flatMap(({ parameters }) => parameters))
  return Object.keys(mission.parameters)
    .filter((name) => !used.has(name))
    .map((name) => ({ at: ['parameters', name], what: 'no testcode uses this parameter' }))
}
