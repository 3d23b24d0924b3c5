/** Reads the files of runs, even while another process writes them. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type * as z from 'zod'
import { HarnessFault, UsageError } from '../errors.ts'
import { isInside } from '../lib/files/confine.ts'
import { readRegular, readRegularSync } from '../lib/files/regular.ts'
import {
  folderName,
  machineLineSchema,
  measuresRecordSchema,
  runRecordSchema,
  scoresRecordSchema,
  summarySchema,
  trialRecordSchema,
  type Facts,
  type MachineLine,
  type MeasureRow,
  type MeasuresRecord,
  type NamedScore,
  type RunRecord,
  type Similarity,
  type Summary,
  type TrialKey,
  type TrialRecord,
} from '../contracts/schema.ts'
import type { RunData } from '../lib/statistics/sides.ts'
import { parseIfThere, readJsonIfThere } from './json.ts'

/** @throws UsageError if the id is no name of a folder, before a path is made of it */
export function trialFolder(run: string, { id }: Pick<TrialKey, 'id'>): string {
  if (!folderName.safeParse(id).success) throw new UsageError(`${JSON.stringify(id.slice(0, 100))} is no id of a trial`)
  return path.join(run, 'trials', id)
}

/** No other file contains this data, so this file cannot be rebuilt. */
const NO_COPY = "it cannot be rebuilt: restore it from a copy, or remove the run's folder"

/** @throws UsageError if there is no such run */
export async function readRun(folder: string): Promise<RunRecord> {
  const record = await readJsonIfThere(path.join(folder, 'run.json'), runRecordSchema, NO_COPY)
  if (!record) throw new UsageError(`${folder} is no run: it has no run.json`)
  return record
}

export function readSummary(folder: string): Promise<Summary | undefined> {
  return readJsonIfThere(path.join(folder, 'summary.json'), summarySchema)
}

/**
 * The records of the trials that have ended, in the order of the run. Files are read synchronously in batches: a run may have
 * 50,000 small ones, and reading one asynchronously takes five round trips to the thread pool.
 */
export async function readTrials(folder: string, record: RunRecord): Promise<TrialRecord[]> {
  const trials: TrialRecord[] = []
  for await (const [, trial] of trialRecords(folder, record)) trials.push(trial)
  return trials
}

/** The same, each with the trial in whose folder it was found. */
export function trialRecords(folder: string, record: RunRecord): AsyncGenerator<readonly [TrialKey, TrialRecord]> {
  return filesOfTrials(folder, record, 'trial.json', trialRecordSchema)
}

/** Similarities of the trials of a run and facts about their files, as far as they were computed, in the order of the run. */
export async function readScores(
  folder: string,
  record: RunRecord,
): Promise<Required<Pick<RunData, 'similarities' | 'facts'>>> {
  const similarities: Similarity[] = []
  const known = new Map<string, Facts>()
  for await (const [key, { scores, facts }] of filesOfTrials(folder, record, 'scores.json', scoresRecordSchema)) {
    similarities.push(...scores.map((each) => similarityOf(key.id, each)))
    if (facts) known.set(key.id, facts)
  }
  return { similarities, facts: known }
}

/** Measures of the run by scorers over runs; undefined if there are none. */
export function readRunMeasures(folder: string): Promise<MeasuresRecord | undefined> {
  return readJsonIfThere(path.join(folder, 'measures.json'), measuresRecordSchema)
}

/** Measures of the run, then those of its trials, in the order of the run. */
export async function readMeasures(folder: string, record: RunRecord): Promise<MeasureRow[]> {
  const rows = rowsOf(await readRunMeasures(folder))
  for await (const [key, found] of filesOfTrials(folder, record, 'measures.json', measuresRecordSchema))
    rows.push(...rowsOf(found, key.id))
  return rows
}

function rowsOf(found: MeasuresRecord | undefined, trial?: string): MeasureRow[] {
  return (found?.measures ?? []).map(({ name, measure }) => {
    const subject = trial === undefined ? { name } : { trial, name }
    if (!measure.scored) return { ...subject, value: null, reason: measure.reason }
    const { value, unit, better } = measure
    return { ...subject, value, ...(unit === undefined ? {} : { unit }), ...(better === undefined ? {} : { better }) }
  })
}

/** Files that are read at once, which takes some milliseconds. */
const BATCH = 64

/** The trials that have a given file, in the order of the run, with its content. */
async function* filesOfTrials<Schema extends z.ZodType>(
  folder: string,
  { trials }: RunRecord,
  name: string,
  schema: Schema,
): AsyncGenerator<readonly [TrialKey, z.infer<Schema>]> {
  const damaged: Damage[] = []
  for (const [index, key] of trials.entries()) {
    if (index % BATCH === BATCH - 1) await setImmediate()
    const file = path.join(trialFolder(folder, key), name)
    const found = readOrDamage(file, () => parseIfThere(file, schema, () => readRegularSync(file)))
    if (found instanceof Damage) damaged.push(found)
    else if (found !== undefined) yield [key, found]
  }
  if (damaged.length > 0) throw damageOf(damaged)
}

/** A file of a trial that cannot be read. */
class Damage {
  readonly file: string
  readonly fault: HarnessFault

  constructor(file: string, fault: HarnessFault) {
    this.file = file
    this.fault = fault
  }
}

function readOrDamage<T>(file: string, read: () => T): T | Damage {
  try {
    return read()
  } catch (error) {
    if (error instanceof HarnessFault) return new Damage(file, error)
    throw error
  }
}

/** Names in a message. */
const MOST_NAMES = 20

/** Names all files at once: nobody should have to try again after each of them. */
function damageOf(damaged: readonly Damage[]): HarnessFault {
  const [first] = damaged
  if (damaged.length === 1 && first) return first.fault
  const more = damaged.length - MOST_NAMES
  const names = damaged.slice(0, MOST_NAMES).map(({ file }) => file)
  return new HarnessFault(
    `${String(damaged.length)} files cannot be read: ${names.join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}; remove them to have them made again (the first: ${first?.fault.message ?? ''})`,
  )
}

function similarityOf(trial: string, { name, setting, score }: NamedScore): Similarity {
  if (!score.scored) return { trial, name, setting, value: null, reason: score.reason }
  const embedder = 'embedder' in score.detail ? { embedder: score.detail.embedder } : {}
  return { trial, name, setting, value: score.value, ...embedder }
}

/** Lines of `machineLineSchema`, written by the coordinator of a queue. */
export const MACHINES = 'machines.jsonl'

/** Which worker ran which trial; empty for a run without a queue. A line that was not written to its end is left out. */
export async function readMachines(folder: string): Promise<MachineLine[]> {
  const file = path.join(folder, MACHINES)
  if (!existsSync(file)) return []
  const lines = (await readRegular(file)).toString('utf8').split('\n').slice(0, -1)
  return lines.flatMap((line) => {
    const found = machineLineSchema.safeParse(jsonIn(line))
    return found.success ? [found.data] : []
  })
}

/** A coordinator that was killed may have left half a line, and the next one appended to it. */
function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Folders of the runs under a root, newest first. */
export async function listRuns(root: string): Promise<string[]> {
  const names = existsSync(root) ? await readdir(root) : []
  const runs = names.filter((name) => existsSync(path.join(root, name, 'run.json')))
  return runs
    .toSorted()
    .reverse()
    .map((name) => path.join(root, name))
}

export function reportFile(folder: string): string {
  return path.join(folder, 'index.html')
}

/** Evidence as bytes; undefined if it is missing or not inside the folder of the trial. */
export async function readEvidence(folder: string, key: TrialKey, file: string): Promise<Buffer | undefined> {
  const full = path.resolve(trialFolder(folder, key), file)
  if (!isInside(trialFolder(folder, key), full)) return undefined
  return readRegular(full).catch(() => undefined)
}
