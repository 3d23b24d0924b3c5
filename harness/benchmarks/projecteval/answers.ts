import { existsSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../../errors.ts'
import { checklistOf, type PublishedPage } from './dataset.ts'
import { publishedFiles, type PublishedFile } from './files.ts'
import { isRecord, kindOf, readJson, type Warn } from './json.ts'
import { publishedAnswers, type PublishedAnswer } from './parameters.ts'

/** What an agent answered for one mission, as it was published. */
export interface PublishedProject {
  readonly files: readonly PublishedFile[]
  readonly answers: readonly PublishedAnswer[]
  /** The file that starts the project, in the words of whoever wrote it. */
  readonly startFile?: string
  /** How the agent says that the project is installed and started, in whatever shape; not carried out. */
  readonly information?: unknown
  /** What a cascade made on the way. */
  readonly checklist?: readonly PublishedPage[]
  readonly skeleton?: readonly PublishedFile[]
  /** As it stands in the files; undefined where they have nothing for the mission. */
  readonly raw: {
    readonly files: unknown
    readonly parameters: unknown
    readonly checklist: unknown
    readonly skeleton: unknown
  }
}

export interface PublishedRun {
  readonly file: string
  /** By `project_id`; a mission without an answer is not there. */
  readonly projects: ReadonlyMap<string, PublishedProject>
  readonly warnings: readonly string[]
}

/** Beside `NAME.json` lie `NAME_parameter.json` and these others, each `{project_id: …}`. */
const SIBLINGS = {
  parameter: 'the values of its parameters',
  startfile: 'its start files',
  information: 'its information',
  nl_checklist: 'its checklists',
  skeleton: 'its skeletons',
} as const
type Sibling = keyof typeof SIBLINGS

/** Without these, no project starts or passes much. */
const EXPECTED: readonly Sibling[] = ['parameter', 'startfile']

/**
 * Reads an answer file `{project_id: [{file, path, code}]}` and its siblings.
 * @throws UsageError where the file is missing, or one of them is no JSON object
 */
export async function readAnswers(file: string): Promise<PublishedRun> {
  const full = path.resolve(file)
  const warnings: string[] = []
  const warn: Warn = (warning) => void warnings.push(`${path.basename(full)}: ${warning}`)
  const code = expectRecord(await readJson(full, 'the answer file'), full)
  const siblings = await readSiblings(full, warn)
  const projects = Object.entries(code).map(([id, files]) => [id, projectOf(id, files, siblings, warn)] as const)
  return { file: full, projects: new Map(projects), warnings }
}

type Siblings = Readonly<Partial<Record<Sibling, Readonly<Record<string, unknown>>>>>

async function readSiblings(file: string, warn: Warn): Promise<Siblings> {
  const names = Object.keys(SIBLINGS) as Sibling[]
  const read = async (name: Sibling) => {
    const sibling = file.replace(/(\.json)?$/, `_${name}.json`)
    if (existsSync(sibling)) return [name, expectRecord(await readJson(sibling, SIBLINGS[name]), sibling)] as const
    if (EXPECTED.includes(name)) warn(`${path.basename(sibling)} with ${SIBLINGS[name]} is missing`)
    return [name, undefined] as const
  }
  return Object.fromEntries((await Promise.all(names.map(read))).filter(([, value]) => value !== undefined))
}

function expectRecord(value: unknown, file: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value
  throw new UsageError(`${file}: ${kindOf(value)} where an object with a project for each mission should be`)
}

function projectOf(id: string, files: unknown, siblings: Siblings, warn: Warn): PublishedProject {
  const place = (part: string) => `mission ${id}: ${part}`
  const of = (name: Sibling) => {
    const values = siblings[name]
    return values && Object.hasOwn(values, id) ? values[id] : undefined
  }
  const startFile = of('startfile')
  if (startFile !== undefined && startFile !== null && typeof startFile !== 'string')
    warn(`${place('startfile')}: ${kindOf(startFile)} where a path should be; it is left out`)
  const checklist = of('nl_checklist')
  const skeleton = of('skeleton')
  return {
    files: publishedFiles(files, place('files'), warn),
    answers: siblings.parameter ? publishedAnswers(of('parameter'), place('parameter'), warn) : [],
    ...(typeof startFile === 'string' && startFile.trim() !== '' ? { startFile } : {}),
    ...(siblings.information ? { information: of('information') } : {}),
    ...(checklist === undefined ? {} : { checklist: checklistOf(checklist, place('nl_checklist'), warn) }),
    ...(skeleton === undefined ? {} : { skeleton: publishedFiles(skeleton, place('skeleton'), warn) }),
    raw: { files, parameters: of('parameter'), checklist, skeleton },
  }
}
