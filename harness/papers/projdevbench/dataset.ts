/** Reads the published files: registry, limits, review rules, points. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { UsageError, messageOf } from '../../errors.ts'

const numbers = z.record(z.string(), z.number().positive())
const registrySchema = z.object({
  problems: z.record(
    z.string().regex(/^\d{3}$/),
    z.object({
      name: z.string().min(1),
      acmoj_id: z.string(),
      max_submissions: z.int().min(1),
      submit_language: z.string(),
      description: z.string(),
      score_weight: numbers,
      score_full: numbers,
    }),
  ),
})
const limitsSchema = z.record(
  z.string(),
  z.object({
    summary_before_details_text: z.string().optional(),
    summaries: z.record(z.string(), z.string()).optional(),
  }),
)
const reviewSchema = z.array(
  z.object({
    name: z.string().min(1),
    description: z.string().default(''),
    script: z.string().default('run.py'),
    args: z
      .object({
        entries: z.array(z.string()).optional(),
        pattern: z.string().optional(),
        paths: z.array(z.string()).optional(),
        include_suffixes: z.array(z.string()).optional(),
        case_sensitive: z.boolean().optional(),
        strip_comments: z.boolean().optional(),
        files: z.array(z.string()).optional(),
        allowed: z.array(z.string()).optional(),
        reference_root: z.string().optional(),
        path: z.string().optional(),
      })
      .default({}),
  }),
)
export type ReviewItem = z.infer<typeof reviewSchema>[number]
export type Registered = z.infer<typeof registrySchema>['problems'][string]

/** The most that a point of a judge id may use. */
export interface PublishedLimits {
  readonly seconds: number
  readonly memoryMiB: number
}

export interface Dataset {
  readonly folder: string
  readonly problems: Readonly<Record<string, Registered>>
  readonly limits: Readonly<Record<string, z.infer<typeof limitsSchema>[string]>>
}

/** @throws UsageError naming the file and what is wrong with it */
export function readDataset(source: string): Dataset {
  const folder = path.resolve(source)
  const config = (name: string) => path.join(folder, 'config', name)
  return {
    folder,
    problems: readJson(config('problem_registry.json'), registrySchema).problems,
    limits: readJson(config('problem_limit.json'), limitsSchema),
  }
}

export function reviewItems(folder: string, id: string): ReviewItem[] {
  const file = path.join(folder, 'scripts', 'cr', id, 'cr_list.json')
  return existsSync(file) ? readJson(file, reviewSchema) : []
}

/** Category and difficulty of a problem, such as `data structure` and `easy`. */
export function tagsOf(folder: string, id: string): readonly string[] {
  const [, , category = '', difficulty = ''] = readmeRow(folder, id)
  return [category, difficulty].map((tag) => tag.toLowerCase()).filter((tag) => tag !== '')
}

/** The row of a problem in the table of the README, where alone its category, difficulty and students' scores stand. */
function readmeRow(folder: string, id: string): readonly string[] {
  const file = path.join(folder, 'README.md')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const cells = lines.find((line) => line.startsWith(`| ${id} |`))?.split('|') ?? []
  return cells.slice(1, -1).map((cell) => cell.trim())
}

/** Values of `submit_language`, as the paper names them. */
const SUBMITS: Readonly<Record<string, string>> = { 'git-url': 'Git', cpp: 'C++', mov: 'mov' }

/** For the tables of the paper. Limits are the most of all judge ids. */
export function detailsOf(dataset: Dataset, id: string): Record<string, number | string> {
  const { acmoj_id: ids = '', submit_language: language = '' } = dataset.problems[id] ?? {}
  const judgeIds = ids.split(',')
  const limits = judgeIds.map((judgeId) => limitsFor(dataset, id, judgeId))
  const students = Number.parseFloat(readmeRow(dataset.folder, id).at(-1) ?? '')
  return {
    submit: SUBMITS[language] ?? language,
    ids: judgeIds.length,
    // Problem 008 has no published limits.
    ...(dataset.limits[id] === undefined
      ? {}
      : {
          seconds: Math.max(...limits.map(({ seconds }) => seconds)),
          memoryMiB: Math.max(...limits.map(({ memoryMiB }) => memoryMiB)),
        }),
    ...(Number.isNaN(students) ? {} : { students }),
  }
}

/** Limits stand only in sentences, with the least and the most of all points: the most holds for each point. */
export function limitsFor({ limits }: Dataset, id: string, judgeId: string): PublishedLimits {
  const { summary_before_details_text: one = '', summaries = {} } = limits[id] ?? {}
  const text = summaries[judgeId] ?? one
  const most = (label: string, unit: string) => {
    const part =
      text
        .split('\n')
        .join(' ')
        .split(label)[1]
        ?.split(/[一-鿿]/)[0] ?? ''
    return [...part.matchAll(new RegExp(`(\\d+)\\s*${unit}`, 'g'))].map(([, number]) => Number(number))
  }
  return {
    seconds: Math.max(...most('时间限制：', 'ms'), 1) / 1000 || 1,
    memoryMiB: Math.max(...most('内存空间限制：', 'MiB'), 1),
  }
}

/** Names in a folder, numbers by their value; none if there is no such folder. */
export function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

function readJson<T>(file: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (!existsSync(file))
      throw new UsageError(`there is no file ${file}: projdevbench:DIR takes the folder of the published data set`, {
        cause: error,
      })
    throw new UsageError(`${file} is not as published: ${messageOf(error).slice(0, 300)}`, { cause: error })
  }
}
