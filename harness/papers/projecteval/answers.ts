import { existsSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../../errors.ts'
import { checklistOf, type PublishedPage } from './dataset.ts'
import { publishedFiles, type PublishedFile } from './files.ts'
import { isRecord, kindOf, readJson, type Warn } from './json.ts'
import { publishedAnswers, type PublishedAnswer } from './parameters.ts'

/** A published answer to one mission. */
export interface PublishedProject {
  readonly files: readonly PublishedFile[]
  readonly answers: readonly PublishedAnswer[]
  /** The file that starts the project, as the agent wrote it. */
  readonly startFile?: string
  /** How to install and start the project, according to the agent, in any format; never executed. */
  readonly information?: unknown
  /** The checklist that a cascade produced. */
  readonly checklist?: readonly PublishedPage[]
  readonly skeleton?: readonly PublishedFile[]
  /** Unchanged from the files; undefined if they have nothing for the mission. */
  readonly raw: {
    readonly files: unknown
    readonly parameters: unknown
    readonly checklist: unknown
    readonly skeleton: unknown
  }
}

export interface PublishedRun {
  readonly file: string
  /** By `project_id`; a mission without an answer is absent. */
  readonly projects: ReadonlyMap<string, PublishedProject>
  readonly warnings: readonly string[]
}

/** The files next to `NAME.json`, such as `NAME_parameter.json`, each `{project_id: …}`; with names for messages. */
const SIBLINGS = {
  parameter: 'the values of its parameters',
  startfile: 'its start files',
  information: 'its information',
  nl_checklist: 'its checklists',
  skeleton: 'its skeletons',
} as const
type Sibling = keyof typeof SIBLINGS

/** A missing one of these causes a warning: without it, projects do not start or hardly pass. */
const EXPECTED: readonly Sibling[] = ['parameter', 'startfile']

/**
 * Reads an answer file `{project_id: [{file, path, code}]}` and its siblings.
 * @throws UsageError if the file is missing, or one of them is not a JSON object
 */
export async function readAnswers(file: string): Promise<PublishedRun> {
  const full = path.resolve(file)
  refuseSibling(full)
  const warnings: string[] = []
  const warn: Warn = (warning) => void warnings.push(`${path.basename(full)}: ${warning}`)
  const code = expectRecord(await readJson(full, 'the answer file'), full)
  const siblings = await readSiblings(full, warn)
  const projects = Object.entries(code).map(([id, files]) => [id, projectOf(id, files, siblings, warn)] as const)
  return { file: full, projects: new Map(projects), warnings }
}

/** It has the shape of an answer file, so that every project would count as empty. */
function refuseSibling(file: string): void {
  const name = (Object.keys(SIBLINGS) as Sibling[]).find((each) => file.endsWith(`_${each}.json`))
  const answers = file.replace(`_${name ?? ''}.json`, '.json')
  if (name !== undefined && existsSync(answers))
    throw new UsageError(
      `${file} has ${SIBLINGS[name]} alone: name the answer file beside it, ${path.basename(answers)}`,
    )
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
  throw new UsageError(`${file}: expected an object with a project for each mission, found ${kindOf(value)}`)
}

function projectOf(id: string, files: unknown, siblings: Siblings, warn: Warn): PublishedProject {
  const place = (part: string) => `mission ${id}: ${part}`
  const valueIn = (name: Sibling) => {
    const values = siblings[name]
    return values && Object.hasOwn(values, id) ? values[id] : undefined
  }
  const startFile = valueIn('startfile')
  if (startFile !== undefined && startFile !== null && typeof startFile !== 'string')
    warn(`${place('startfile')}: expected a path, found ${kindOf(startFile)}; it is left out`)
  const checklist = valueIn('nl_checklist')
  const skeleton = valueIn('skeleton')
  return {
    files: publishedFiles(files, place('files'), warn),
    answers: siblings.parameter ? publishedAnswers(valueIn('parameter'), place('parameter'), warn) : [],
    ...(typeof startFile === 'string' && startFile.trim() !== '' ? { startFile } : {}),
    ...(siblings.information ? { information: valueIn('information') } : {}),
    ...(checklist === undefined ? {} : { checklist: checklistOf(checklist, place('nl_checklist'), warn) }),
    ...(skeleton === undefined ? {} : { skeleton: publishedFiles(skeleton, place('skeleton'), warn) }),
    raw: { files, parameters: valueIn('parameter'), checklist, skeleton },
  }
}
