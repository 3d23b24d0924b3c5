import { existsSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { UsageError } from '../../errors.ts'
import { publishedFiles, type PublishedFile } from './files.ts'
import { isRecord, kindOf, placedItems, problemOf, readJson, usableItems, type Warn } from './json.ts'
import { publishedAnswers, type PublishedAnswer } from './parameters.ts'

/** A published dataset; only unreadable items are left out. */
export interface Dataset {
  /** Contains the three files and `material/`. */
  readonly folder: string
  readonly missions: readonly PublishedMission[]
  /** Omitted items, each with the reason. */
  readonly warnings: readonly string[]
}

export interface PublishedMission {
  /** `project_id`, such as "7". */
  readonly id: string
  readonly type: 'website' | 'console' | 'batch'
  /** Level 1. */
  readonly prompt: string
  readonly stacks: readonly { readonly language: string; readonly technical_stack: string }[]
  /** Level 2. */
  readonly checklist: readonly PublishedPage[]
  /** Level 3, empty files and folders included. */
  readonly skeleton: readonly PublishedFile[]
  /** In file order: the published `index` of a testcode is its position, from 1. */
  readonly testcodes: readonly PublishedTestcode[]
  readonly canonical: { readonly files: readonly PublishedFile[]; readonly answers: readonly PublishedAnswer[] }
  /** Unchanged from the files, for digests and for published scores. */
  readonly raw: readonly [mission: Readonly<Record<string, unknown>>, files: unknown, parameters: unknown]
}

const checklistFunction = z.object({
  function: z.string().trim().min(1),
  description: z.string().trim().min(1),
  required: z.boolean().optional().catch(undefined),
})
export interface PublishedPage {
  readonly page: string
  readonly required?: boolean | undefined
  readonly functions: readonly z.infer<typeof checklistFunction>[]
}

const parameter = z.object({ name: z.string().min(1).max(200), description: z.string().max(10_000).catch('') })

export interface PublishedTestcode {
  readonly page: string
  readonly function: string
  /** Python; undefined if there is no runnable source. */
  readonly source: string | undefined
  readonly parameters: readonly z.infer<typeof parameter>[]
}

const FILES = {
  project: 'project_eval_project.json',
  answer: 'project_eval_answer.json',
  parameter: 'project_eval_parameter.json',
} as const

/**
 * Reads a published dataset.
 * @param source The folder with the three files; they may also be in its subfolder `data/` or `dataset/`
 * @throws UsageError if one of the files is missing or is not JSON of the published format
 */
export async function readDataset(source: string): Promise<Dataset> {
  const folder = datasetFolder(source)
  const read = (name: string) => readJson(path.join(folder, name), 'a file of the dataset')
  const [missions, answers, parameters] = await Promise.all([
    read(FILES.project),
    read(FILES.answer),
    read(FILES.parameter),
  ])
  if (!Array.isArray(missions))
    throw new UsageError(`${path.join(folder, FILES.project)}: expected a list of missions, found ${kindOf(missions)}`)
  const warnings: string[] = []
  const warn: Warn = (warning) => void warnings.push(warning)
  const usable = missions.flatMap((item: unknown, index) => {
    const head = headSchema.safeParse(item)
    if (head.success) return [missionOf(item as Record<string, unknown>, head.data, { answers, parameters }, warn)]
    warn(`${FILES.project}[${String(index)}]: ${problemOf(head.error)}; the mission is left out`)
    return []
  })
  return { folder, missions: withoutRepeated(usable, warn), warnings }
}

function datasetFolder(source: string): string {
  const folder = path.resolve(source)
  const places = [folder, path.join(folder, 'data'), path.join(folder, 'dataset')]
  const found = places.find((place) => existsSync(path.join(place, FILES.project)))
  if (found !== undefined) return found
  throw new UsageError(
    `there is no ProjectEval dataset in ${folder}: neither it nor its data/ or dataset/ contains ${FILES.project}`,
  )
}

const headSchema = z.object({
  project_id: z.coerce.string().regex(/^\d{1,6}$/, 'a number'),
  project_type: z.enum(['website', 'console', 'batch']),
  nl_prompt: z.string().trim().min(1),
})
const stackSchema = z.object({ language: z.string().min(1), technical_stack: z.string().catch('None') })
const pageSchema = z.object({
  page: z.string().trim().min(1),
  function: z.unknown().optional(),
  required: z.unknown().optional(),
})
/** A page without a name is kept: leaving out its testcodes would shift the index of all later ones. */
const testcodePageSchema = pageSchema.extend({ page: pageSchema.shape.page.optional().catch(undefined) })
const NAMELESS_PAGE = 'a page without a name'
const testcodeSchema = z.object({
  function: z.unknown().optional(),
  test: z.unknown().optional(),
  parameter: z.unknown().optional(),
})

interface Canonicals {
  readonly answers: unknown
  readonly parameters: unknown
}

function missionOf(
  item: Readonly<Record<string, unknown>>,
  head: z.infer<typeof headSchema>,
  { answers, parameters }: Canonicals,
  warn: Warn,
): PublishedMission {
  const id = head.project_id
  const place = (part: string) => `mission ${id}: ${part}`
  return {
    id,
    type: head.project_type,
    prompt: head.nl_prompt,
    stacks: usableItems(item['framework_technical_stack'], stackSchema, place('framework_technical_stack'), warn),
    checklist: checklistOf(item['nl_checklist'], place('nl_checklist'), warn),
    skeleton: publishedFiles(item['skeleton'], place('skeleton'), warn),
    testcodes: testcodesOf(item['testcode'], place('testcode'), warn),
    canonical: {
      files: publishedFiles(entryOf(answers, id), place('canonical files'), warn),
      answers: publishedAnswers(entryOf(parameters, id), place('canonical parameters'), warn),
    },
    raw: [item, entryOf(answers, id), entryOf(parameters, id)],
  }
}

function entryOf(file: unknown, id: string): unknown {
  return isRecord(file) && Object.hasOwn(file, id) ? file[id] : undefined
}

/** Reads a published checklist: a mission's own, or one that an agent made. */
export function checklistOf(value: unknown, place: string, warn: Warn): PublishedPage[] {
  return usableItems(value, pageSchema, place, warn).map(({ page, function: functions, required }) => ({
    page,
    ...(typeof required === 'boolean' ? { required } : {}),
    functions: usableItems(functions, checklistFunction, `${place}: ${page}`, warn),
  }))
}

/** An unreadable testcode keeps its position, without a source: published verdicts refer to positions. */
function testcodesOf(value: unknown, place: string, warn: Warn): PublishedTestcode[] {
  const pages = placedItems(value, testcodePageSchema, place, warn)
  return pages.flatMap(({ index: position, item: { page = NAMELESS_PAGE, function: functions } }) => {
    if (page === NAMELESS_PAGE)
      warn(`${place}[${String(position)}]: the page has no name; its testcodes keep their positions`)
    if (!Array.isArray(functions)) {
      warn(`${place}: ${page}: expected a list, found ${kindOf(functions)}; it is left out`)
      return []
    }
    return functions.map((item: unknown, index) => testcodeOf(item, page, `${place}: ${page}[${String(index)}]`, warn))
  })
}

function testcodeOf(item: unknown, page: string, place: string, warn: Warn): PublishedTestcode {
  const parsed = testcodeSchema.safeParse(item)
  const { function: name, test, parameter: parameters } = parsed.success ? parsed.data : {}
  if (typeof test !== 'string') warn(`${place}: expected the source of a testcode, found ${kindOf(test)}`)
  return {
    page,
    function: typeof name === 'string' && name.trim() !== '' ? name : 'a function without a name',
    source: typeof test === 'string' ? test : undefined,
    parameters: parameters === undefined ? [] : usableItems(parameters, parameter, `${place}: parameter`, warn),
  }
}

function withoutRepeated(missions: readonly PublishedMission[], warn: Warn): PublishedMission[] {
  const seen = new Set<string>()
  return missions.filter(({ id }) => {
    if (seen.has(id)) warn(`mission ${id} appears twice; the first one counts`)
    return !seen.has(id) && seen.add(id)
  })
}
