import { existsSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import type * as z from 'zod'
import { UsageError, messageOf } from '../../errors.ts'
import {
  answersSchema,
  programPlanSchema,
  startFilePlanSchema,
  websitePlanSchema,
  type Answers,
  type LaunchPlan,
  type Question,
} from '../../contracts/schema.ts'
import type { Canonical } from '../../contracts/types.ts'
import { expandAnswers } from './answers.ts'
import { isDeeper } from './depth.ts'
import { readFolder } from './read-folder.ts'

const LIMITS = { files: 5000, bytes: 64 * 1024 * 1024, except: ['node_modules', '.git', '__pycache__', '.venv'] }

/** Limits of launch.json and answers.json. The largest file so far has a hundredth of these bytes. */
const JSON_LIMITS = { bytes: 1024 * 1024, levels: 20 }

/**
 * Reads `{project/**, launch.json, answers.json}` from a folder. Without a launch plan, launchers recognise the project by its
 * files.
 * @param what Description of the folder, for messages
 * @param questions Asked about the project. If they are known, `answers.json` may be left out if there are none, and may hold
 *   values for all testcodes under "*"
 * @throws UsageError with the file and its problem
 */
export async function readSolution(folder: string, what: string, questions?: readonly Question[]): Promise<Canonical> {
  return (await readWritten(folder, what, { questions })).solution
}

export interface Written {
  readonly solution: Canonical
  /** The answers as they are written, with values under "*". */
  readonly given: Answers
}

export interface ReadingOptions {
  readonly questions?: readonly Question[] | undefined
  /** A command that writes a missing answers.json, for the message. */
  readonly template?: string | undefined
}

/** The same as `readSolution`, with the answers as they are written. */
export async function readWritten(
  folder: string,
  what: string,
  { questions, template }: ReadingOptions,
): Promise<Written> {
  await expectFolder(folder, what)
  const projectFolder = path.join(folder, 'project')
  await expectFolder(projectFolder, `the project of ${what}`, ', which holds the files of the project')
  const launchFile = path.join(folder, 'launch.json')
  const launch = existsSync(launchFile) ? parseLaunchPlan(await readJson(launchFile, what), launchFile) : undefined
  const answersFile = path.join(folder, 'answers.json')
  const isLeftOut = questions?.length === 0 && !existsSync(answersFile)
  if (!isLeftOut && template !== undefined && !existsSync(answersFile))
    throw new UsageError(
      `${what} has no answers.json: ${answersFile} is missing; \`${template}\` writes one to fill in`,
    )
  const given = isLeftOut ? {} : parseWith(answersSchema, await readJson(answersFile, what), answersFile)
  const answers = questions === undefined ? given : expandAnswers(given, questions)
  const files = await readFolder(projectFolder, LIMITS).catch((error: unknown) => {
    throw new UsageError(messageOf(error))
  })
  return { solution: { project: { files, ...(launch === undefined ? {} : { launch }) }, answers }, given }
}

async function expectFolder(folder: string, what: string, purpose = ''): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory() !== true) throw new UsageError(`${what} is missing: there is no folder ${folder}${purpose}`)
}

async function readJson(file: string, what: string): Promise<unknown> {
  const text = await readText(file).catch((error: unknown) => {
    if (!existsSync(file)) throw new UsageError(`${what} has no ${path.basename(file)}: ${file} is missing`)
    throw new UsageError(`${what} has no readable ${path.basename(file)} (${file}): ${messageOf(error)}`)
  })
  const value = parsed(text, file)
  if (isDeeper(value, JSON_LIMITS.levels))
    throw new UsageError(`${file} is nested more than ${String(JSON_LIMITS.levels)} levels deep`)
  return value
}

/** Reads at most one byte more than the limit. */
async function readText(file: string): Promise<string> {
  await using handle = await open(file)
  const buffer = Buffer.alloc(JSON_LIMITS.bytes + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length)
    length += bytesRead
    if (length > JSON_LIMITS.bytes) throw new UsageError(`the file has more than ${String(JSON_LIMITS.bytes)} bytes`)
    if (bytesRead === 0) return buffer.toString('utf8', 0, length)
  }
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is not valid JSON: ${messageOf(error)}`)
  }
}

/**
 * A plan with "startFile" is a start file, one with "start" is for a website, any other one is for a program. Only that schema is
 * used, so that error messages refer to one kind of plan.
 */
function parseLaunchPlan(value: unknown, file: string): LaunchPlan {
  const has = (field: string) => typeof value === 'object' && value !== null && field in value
  if (has('startFile')) return parseWith(startFilePlanSchema, value, file)
  return has('start') ? parseWith(websitePlanSchema, value, file) : parseWith(programPlanSchema, value, file)
}

function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown, file: string): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue === undefined || issue.path.length === 0 ? 'the file' : issue.path.map(String).join('.')
  throw new UsageError(`${file}: ${field}: ${issue?.message ?? 'is invalid'}`)
}
