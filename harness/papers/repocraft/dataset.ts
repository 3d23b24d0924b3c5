/** Reads the libraries of a folder: the description, the taxonomy, the tasks and the reference of each. */
import { existsSync, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type * as z from 'zod'
import { UsageError, messageOf } from '../../errors.ts'
import { judgeChecksSchema, missionId, type JudgeCheck } from '../../contracts/schema.ts'
import { sha256 } from '../../lib/files/digest.ts'
import { MiB, mebibytes } from '../../lib/wording/bytes.ts'
import { categoriesOf, taxonomySchema, type Category } from './taxonomy.ts'
import { tasksSchema, type Task } from './tasks.ts'

export const DESCRIPTION = 'description.md'
export const TAXONOMY = 'taxonomy.json'
export const TASKS = 'tasks.json'
export const REFERENCE = 'reference'
export const CHECKS = 'judge-checks.json'

const LARGEST_DESCRIPTION = MiB
const LARGEST_TAXONOMY = MiB
const LARGEST_TASKS = 64 * MiB

export interface Library {
  readonly id: string
  readonly folder: string
  readonly description: string
  readonly categories: readonly Category[]
  /** Empty if the library has no file of tasks. */
  readonly tasks: readonly Task[]
  /** The folder of the reference, if there is one. */
  readonly reference: string | undefined
  /** sha256 of all that defines the mission. */
  readonly digest: string
  readonly warnings: readonly string[]
}

/**
 * Names of all libraries of a folder.
 * @throws UsageError if the folder has no libraries
 */
export function libraryIds(source: string): string[] {
  const folder = path.resolve(source)
  if (!isFolder(folder)) throw new UsageError(`there is no folder ${folder}; name the folder of the libraries`)
  const ids = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, TAXONOMY)))
  const valid = ids.filter((id) => missionId.safeParse(id).success)
  if (valid.length > 0) return valid.toSorted()
  throw new UsageError(`${folder} has no library: each is a folder with ${DESCRIPTION} and ${TAXONOMY}`)
}

/** @throws UsageError naming the file and what is wrong with it */
export function readLibrary(source: string, id: string): Library {
  if (!libraryIds(source).includes(id)) throw new UsageError(`${path.resolve(source)} has no library "${id}"`)
  const folder = path.join(path.resolve(source), id)
  const description = readText(path.join(folder, DESCRIPTION), LARGEST_DESCRIPTION)
  if (description.trim() === '') throw new UsageError(`${path.join(folder, DESCRIPTION)} is empty`)
  const taxonomy = readText(path.join(folder, TAXONOMY), LARGEST_TAXONOMY)
  const hasTasks = existsSync(path.join(folder, TASKS))
  const tasks = hasTasks ? readText(path.join(folder, TASKS), LARGEST_TASKS) : '[]'
  const reference = isFolder(path.join(folder, REFERENCE)) ? path.join(folder, REFERENCE) : undefined
  return {
    ...{ id, folder, description, reference },
    categories: categoriesOf(parse(path.join(folder, TAXONOMY), taxonomy, taxonomySchema)),
    tasks: parse(path.join(folder, TASKS), tasks, tasksSchema),
    digest: sha256(JSON.stringify([id, description, taxonomy, tasks].map((text) => sha256(text)))),
    warnings: [
      ...(hasTasks ? [] : [`${id}: there is no ${TASKS}, so only coverage, novelty and size are measured`]),
      ...(reference === undefined ? [`${id}: there is no folder ${REFERENCE}, so it has no canonical solution`] : []),
    ],
  }
}

/** @throws UsageError naming the file and its first problem */
export function parse<T>(file: string, text: string, schema: z.ZodType<T>): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${messageOf(error).slice(0, 300)}`, { cause: error })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.map(String).join('.') ?? ''
  throw new UsageError(`${file}: ${where === '' ? '' : `${where}: `}${issue?.message ?? 'is not as published'}`)
}

/**
 * A link is not followed: what it leads to, such as a key of the user, would be shown to agents.
 * @throws UsageError if there is no such file of text, or if it is too large
 */
export function readText(file: string, largest: number): string {
  const status = lstatSync(file, { throwIfNoEntry: false })
  if (status?.isSymbolicLink() === true) throw new UsageError(`${file} is a link: put the file itself there`)
  if (status?.isFile() !== true) throw new UsageError(`there is no file ${file}`)
  if (status.size > largest) throw new UsageError(`${file} is larger than ${mebibytes(largest)}`)
  return readFileSync(file, 'utf8')
}

/**
 * The checks of judges by the tasks as they are now.
 * @throws UsageError if their file is damaged
 */
export function readChecks({ folder, digest }: Library): JudgeCheck[] {
  const file = path.join(folder, CHECKS)
  if (!existsSync(file)) return []
  const { checks } = parse(file, readText(file, MiB), judgeChecksSchema)
  return checks.filter((each) => each.digest === digest)
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
}
