import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PROJECTEVAL_VARIANTS } from '../../contracts/variants.ts'
import { levelInput } from '../../benchmarks/projecteval-input.ts'
import { UsageError } from '../../errors.ts'
import { digestOfFiles } from '../../lib/files/digest.ts'
import { readDataset, type Dataset, type PublishedMission, type PublishedTestcode } from './dataset.ts'
import { projectFiles, type PublishedFile } from './files.ts'
import { missionIdOf, testcodeIdOf } from './ids.ts'
import { materialsNamedBy, materialsOf, withheldFor } from './materials.ts'
import { matchAnswers, valuesByName } from './parameters.ts'
import type { PythonTestcodes, Answers, Checklist, Question, PythonTestcode } from '../../contracts/schema.ts'
import { preparedPackages } from '../../lib/python/prepared-packages.ts'
import type { Benchmark, Canonical, Mission, Testcode, Withheld } from '../../contracts/types.ts'

/** Some published testcodes type dates in the format of a browser with this locale. */
export const LOCALE = 'zh-CN'
/** Seconds for one testcode: the published judge allowed 3, in which a slower machine fails working projects. */
const TESTCODE_SECONDS = { default: 10, paper: 3 }

/**
 * The published ProjectEval benchmark: `project_eval_{project,answer,parameter}.json` and `material/` in a folder.
 * Each project is a mission (`p7`); the id of a testcode is its published index (`t3`).
 */
export function projectEvalBenchmark(source: string): Benchmark {
  const folder = path.resolve(source)
  let read: Promise<Dataset> | undefined
  const dataset = () => (read ??= readDataset(folder))
  const published = async ({ id }: { readonly id: string }) => {
    const found = (await dataset()).missions.find((mission) => missionIdOf(mission.id) === id)
    if (!found) throw new UsageError(`the dataset in ${folder} has no mission "${id}"`)
    return found
  }
  const skeleton = async (mission: Mission) => textFiles((await published(mission)).skeleton)
  return {
    name: 'projecteval',
    source: folder,
    variants: PROJECTEVAL_VARIANTS,
    input: (mission, variant) => levelInput(mission, variant, skeleton),
    testcodeSeconds: TESTCODE_SECONDS,
    formsAnswers: true,
    pythonPath: preparedPackages('projecteval'),
    warnings: async () => (await dataset()).warnings,
    ids: async () => (await dataset()).missions.map(({ id }) => missionIdOf(id)),
    mission: async (id) => missionOf(await published({ id }), path.join((await dataset()).folder, 'material')),
    skeleton,
    testcodes: async (mission) => testcodesOf(await published(mission)),
    canonical: async (mission) => canonicalOf(await published(mission)),
  }
}

async function missionOf(published: PublishedMission, materialsFolder: string): Promise<Mission> {
  const { id, type, prompt, stacks, testcodes } = published
  const materials = await materialsOf(materialsFolder, id)
  return {
    id: missionIdOf(id),
    title: titleOf(prompt),
    kind: type,
    stack: stackOf(stacks[0]),
    prompt,
    checklist: checklistOf(published),
    parameters: {},
    suites: [
      {
        id: 'tests',
        tester: 'python-selenium',
        weight: 1,
        testcodes: testcodes.map((_, index) => testcodeOf(published, index)),
      },
    ],
    tags: [],
    details: canonicalSize(published),
    limits: {},
    materials,
    materialsFolder,
    digest: await digestOf(published, materialsFolder, materials),
    questions: questionsOf(published),
    // The published prompts do not name materials; agents find them in their project's folder.
    namedMaterials: [],
    withheld: withheldOf(published, materialsFolder, materials),
    ...(type === 'website' ? { locale: LOCALE } : {}),
  }
}

const LONGEST_TITLE = 60

/** The beginning of the prompt, since the dataset has no titles. */
function titleOf(prompt: string): string {
  const line = prompt.replaceAll(/\s+/g, ' ')
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE).replace(/\s\S*$/, '')}…`
}

function stackOf(stack: PublishedMission['stacks'][number] | undefined): string {
  if (!stack) return 'free'
  return stack.technical_stack === 'None' ? stack.language : `${stack.language}/${stack.technical_stack}`
}

function checklistOf({ checklist }: PublishedMission): Checklist {
  return checklist
    .filter(({ functions }) => functions.length > 0)
    .map(({ page, required, functions }) => ({
      page,
      ...(required === undefined ? {} : { required }),
      functions: functions.map((each) => ({
        function: each.function,
        description: each.description,
        ...(each.required === undefined ? {} : { required: each.required }),
      })),
    }))
}

function testcodeOf({ testcodes, checklist }: PublishedMission, index: number): Testcode {
  const { page, function: name } = testcodes[index] ?? { page: '', function: '' }
  const functions = checklist.find((entry) => entry.page === page)?.functions ?? []
  const described = functions.find((entry) => entry.function === name)?.description
  const expects = described ?? 'The published testcode returns without an error.'
  return { id: testcodeIdOf(index + 1), page, function: name, expects }
}

function questionsOf({ testcodes }: PublishedMission): Question[] {
  return testcodes.flatMap(({ page, function: name, parameters }, index) => {
    if (parameters.length === 0) return []
    const asked = parameters.map(({ name: parameter, description }) => ({ name: parameter, kind: 'text', description }))
    return [{ testcode: testcodeIdOf(index + 1), page, function: name, parameters: asked }]
  })
}

function sourcesOf({ testcodes }: PublishedMission): (readonly [string, Usable])[] {
  return testcodes.map((testcode, index) => [testcodeIdOf(index + 1), pythonTestcode(testcode)] as const)
}

function testcodesOf(published: PublishedMission): PythonTestcodes {
  return Object.fromEntries(
    sourcesOf(published).flatMap(([id, usable]) => ('testcode' in usable ? [[id, usable.testcode]] : [])),
  )
}

function withheldOf(
  published: PublishedMission,
  folder: string,
  materials: readonly string[],
): Readonly<Record<string, Withheld>> {
  return Object.fromEntries(
    sourcesOf(published).flatMap(([id, usable]) => {
      if ('problem' in usable) return [[id, { status: 'excluded' as const, reason: usable.problem }]]
      const named = materialsNamedBy(usable.testcode.source, published.id)
      const withheld = withheldFor(
        named.filter((name) => !materials.includes(name)),
        folder,
      )
      return withheld ? [[id, withheld]] : []
    }),
  )
}

/**
 * For the table of the paper: testcodes with the runnable point; all lines, as the paper counts them (402.2 a mission); and words and
 * signs in place of the tokens of a model.
 */
function canonicalSize({ testcodes, canonical }: PublishedMission): Record<string, number> {
  const texts = textFiles(canonical.files).map(({ content }) => content)
  const count = (pattern: RegExp) => texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
  return { tests: testcodes.length + 1, lines: count(/[^\n]*\n|[^\n]+$/g), tokens: count(/\w+|[^\w\s]/g) }
}

async function digestOf({ raw }: PublishedMission, folder: string, materials: readonly string[]): Promise<string> {
  const files = await Promise.all(
    materials.map(async (name) => ({ path: name, content: await readFile(path.join(folder, name)) })),
  )
  return digestOfFiles([{ path: 'mission.json', content: JSON.stringify(raw) }, ...files])
}

function textFiles(files: readonly PublishedFile[]): { path: string; content: string }[] {
  const usable = projectFiles(files, '', () => undefined)
  return usable.map(({ path: name, content }) => ({ path: name, content: String(content) }))
}

/** @throws UsageError if the dataset has no canonical solution for the mission */
function canonicalOf(published: PublishedMission): Canonical {
  const { id, canonical, type } = published
  const files = projectFiles(canonical.files, '', () => undefined)
  const [only, ...others] = files.filter((file) => file.path.endsWith('.py'))
  const startFile = type === 'website' || others.length > 0 ? 'manage.py' : only?.path
  if (files.length === 0 || startFile === undefined)
    throw new UsageError(`the dataset has no canonical solution for mission "${missionIdOf(id)}"`)
  return { project: { files, launch: { startFile } }, answers: canonicalAnswers(published) }
}

function canonicalAnswers({ testcodes, canonical }: PublishedMission): Answers {
  const matched = matchAnswers(testcodes, canonical.answers)
  return Object.fromEntries(
    testcodes.map((_, index) => {
      const answer = matched[index]
      return [testcodeIdOf(index + 1), answer ? valuesByName(answer) : {}]
    }),
  )
}

// ---- sources -------------------------------------------------------------------------------------------------------

const LONGEST_SOURCE = 100_000

/** A testcode that can be run, or the reason why it cannot. */
type Usable = { readonly testcode: PythonTestcode } | { readonly problem: string }

/** Prepares a published testcode for the tester, without executing its source. */
export function pythonTestcode({ source, parameters }: PublishedTestcode): Usable {
  if (source === undefined) return { problem: 'the dataset has no source for it' }
  if (source.length > LONGEST_SOURCE) return { problem: 'its source is too long to be a testcode' }
  const [name, ...others] = [...source.matchAll(/^(?:async[ \t]+)?def[ \t]+([A-Za-z_]\w*)[ \t]*\(/gm)].map(
    (match) => match[1] ?? '',
  )
  if (name === undefined) return { problem: 'its source defines no function' }
  if (others.length > 0) return { problem: 'its source defines several functions' }
  return { testcode: { source, function: name, parameters: parameters.map((parameter) => parameter.name) } }
}
