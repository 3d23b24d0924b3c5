/** Files that hold one JSON value of a known shape. */
import * as z from 'zod'
import { HarnessFault, messageOf } from '../errors.ts'
import { isDeeper } from '../lib/files/depth.ts'
import { NotRegular, readRegular } from '../lib/files/regular.ts'
import { writeAtomically } from '../lib/files/write.ts'
import { pointsFor } from '../contracts/points.ts'
import { SCHEMA_VERSION, type Level, type Mode, type Status } from '../contracts/schema.ts'
import { variantOf } from '../contracts/variants.ts'

export async function writeJson(file: string, value: unknown): Promise<void> {
  await writeAtomically(file, `${JSON.stringify(value, null, 1)}\n`)
}

const REMEDY = 'remove it to have it made again'

/** More than any file of a run needs. Code that walks a value calls itself once for each level. */
const DEEPEST = 200

/** Characters. */
const LONGEST_REASON = 300

/**
 * @param remedy Advice about a damaged file
 * @throws HarnessFault if the file exists and is invalid
 */
export async function readJsonIfThere<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  remedy = REMEDY,
): Promise<z.infer<Schema> | undefined> {
  const text = await readRegular(file).catch((error: unknown) => error as Error)
  const read = () => {
    if (text instanceof Error) throw text
    return text
  }
  return parseIfThere(file, schema, read, remedy)
}

/**
 * @param read Throws ENOENT if the file does not exist
 * @throws HarnessFault in one line if the file exists and is invalid
 */
export function parseIfThere<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  read: () => Buffer,
  remedy = REMEDY,
): z.infer<Schema> | undefined {
  let text: string
  try {
    text = read().toString('utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof NotRegular) throw new HarnessFault(`${file} cannot be read: it ${error.message}`)
    throw new HarnessFault(`${file} cannot be read`, { cause: error })
  }
  try {
    const value: unknown = JSON.parse(text)
    if (isDeeper(value, DEEPEST)) throw new RangeError(`nested deeper than ${String(DEEPEST)} levels`)
    return schema.parse(migrateFile(value))
  } catch (error) {
    const damage = `${file} is damaged, or was written by another version; ${remedy} (${reasonOf(error)})`
    throw new HarnessFault(damage)
  }
}

/** In one line. */
function reasonOf(error: unknown): string {
  const [issue] = error instanceof z.ZodError ? error.issues : []
  const reason = issue ? [...issue.path.map(String), issue.message].join(': ') : messageOf(error)
  return reason.replaceAll(/\s+/g, ' ').slice(0, LONGEST_REASON)
}

// ---- migrate -------------------------------------------------------------------------------------------------------

type Json = Readonly<Record<string, unknown>>

/**
 * Converts a value of a run's file to the current version. Version 1 named the variant of a trial by level and mode, had the input
 * of a brief in three optional fields, and verdicts without points. Other values are unchanged; the schema checks them.
 */
export function migrateFile(value: unknown): unknown {
  if (!isObject(value) || value['schemaVersion'] !== 1) return value
  return { ...withPoints(fromVersion1(value) as Json), schemaVersion: SCHEMA_VERSION }
}

/** The record of a trial with the points of its verdicts, also of those of its attempts. */
function withPoints(record: Json): Json {
  const { runnable, verdicts, attempts } = record
  if (!Array.isArray(verdicts)) return record
  return {
    ...record,
    runnable: worthOnePoint(runnable),
    verdicts: verdicts.map(worthOnePoint),
    ...(Array.isArray(attempts) ? { attempts: attempts.map(attemptWithPoints) } : {}),
  }
}

function attemptWithPoints(attempt: unknown): unknown {
  if (!isObject(attempt) || !Array.isArray(attempt['points'])) return attempt
  return { ...attempt, points: attempt['points'].map(worthOnePoint) }
}

/** Version 1 counted testcodes, and knew no partial results. */
function worthOnePoint(verdict: unknown): unknown {
  if (!isObject(verdict) || verdict['status'] === 'partial') return verdict
  return { ...verdict, points: pointsFor(verdict['status'] as Status, 1) }
}

function fromVersion1(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromVersion1)
  if (!isObject(value)) return value
  const { level, mode, levels, modes, ...rest } = value
  if (typeof level === 'number' && typeof mode === 'string') {
    const variant = variantOf(level as Level, mode as Mode)
    return 'advice' in rest ? { ...briefFromVersion1(rest), variant } : { ...mapped(rest), variant }
  }
  if (Array.isArray(levels) && Array.isArray(modes)) return { ...mapped(rest), variants: variantsOf(levels, modes) }
  return mapped(value)
}

/** The combinations that existed: level 3 has no cascade. */
function variantsOf(levels: readonly unknown[], modes: readonly unknown[]): string[] {
  return levels.flatMap((level) =>
    modes.filter((mode) => !(level === 3 && mode === 'cascade')).map((mode) => variantOf(level as Level, mode as Mode)),
  )
}

function briefFromVersion1({ prompt, checklist, skeleton, ...rest }: Json): Json {
  if (prompt !== undefined) return { ...rest, input: { type: 'prompt', prompt } }
  if (checklist !== undefined) return { ...rest, input: { type: 'checklist', checklist } }
  return { ...rest, input: { type: 'skeleton', files: skeleton } }
}

/** The parts of a record that hold trials or groups; texts and settings of agents are never touched. */
const HOLDERS = new Set(['trial', 'trials', 'settings', 'groups'])

function mapped(value: Json): Json {
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, HOLDERS.has(key) ? fromVersion1(each) : each]),
  )
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
