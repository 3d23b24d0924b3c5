/**
 * The only writer under `reports/`. A run is a folder of plain files:
 *
 *   <run>/run.json            what was asked for, on which machine, and the trials that follow from it
 *   <run>/events.jsonl        what happened, in order
 *   <run>/summary.json        the numbers; also what `--json` prints
 *   <run>/index.html          the report, and report/ beside it with its data (written by `report-store.ts`)
 *   <run>/trials/<id>/        brief.json  exchanges.jsonl  project.json  project/**  answers.json  trial.json  scores.json
 *                             evidence/**
 *   <run>/trials/<id>/earlier/<n>/   what was set aside to be made anew
 */
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, readFile, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { HarnessFault, UsageError, messageOf } from './errors.ts'
import { isInside } from './files/confine.ts'
import { sha256 } from './files/digest.ts'
import { dropHalfLine } from './files/lines.ts'
import { lockFolder } from './files/lock.ts'
import { readFolder } from './files/read-folder.ts'
import { writeParts, type Parts } from './files/write-stream.ts'
import { openFiles, writeAtomically } from './files/write.ts'
import type { ExchangeLog } from './models/client.ts'
import { Redactor } from './models/redact.ts'
import {
  SCHEMA_VERSION,
  answersRecordSchema,
  briefSchema,
  projectRecordSchema,
  runRecordSchema,
  scoresRecordSchema,
  summarySchema,
  trialRecordSchema,
  type AgentUse,
  type Answers,
  type Brief,
  type NamedScore,
  type RunRecord,
  type Similarity,
  type ScoresRecord,
  type Summary,
  type TrialKey,
  type TrialRecord,
} from './schema.ts'
import type { RunData } from './statistics/sides.ts'
import { ExchangeFile } from './store/exchanges.ts'
import type { Project, RunEvent } from './types.ts'
import { projectDigest } from './workspace.ts'

const NO_LIMITS = { files: Infinity, bytes: Infinity, except: [] }

/** A run that is being written; locked until it is disposed. */
export class RunStore implements AsyncDisposable {
  readonly folder: string
  readonly #redactor: Redactor
  readonly #unlock: () => Promise<void>
  #record: RunRecord

  private constructor(folder: string, record: RunRecord, redactor: Redactor, unlock: () => Promise<void>) {
    this.folder = folder
    this.#record = record
    this.#redactor = redactor
    this.#unlock = unlock
  }

  get record(): RunRecord {
    return this.#record
  }

  /**
   * @param redactor Of the keys that must not be written
   * @throws UsageError where the folder cannot be written
   */
  static async create(root: string, record: RunRecord, redactor = new Redactor()): Promise<RunStore> {
    const folder = path.join(root, record.runId)
    try {
      await mkdir(root, { recursive: true })
      await mkdir(folder)
      const unlock = await lockFolder(folder)
      const store = new RunStore(folder, record, redactor, unlock)
      await store.replaceRecord(record)
      return store
    } catch (error) {
      if (error instanceof UsageError) throw error
      throw new UsageError(`no run can be written to ${root}: ${messageOf(error)}; name another folder with --out`)
    }
  }

  /** @throws UsageError where there is no such run, or another process writes it */
  static async resume(folder: string, redactor = new Redactor()): Promise<RunStore> {
    const record = await readRun(folder)
    const unlock = await lockFolder(folder)
    await dropHalfLine(path.join(folder, 'events.jsonl'))
    return new RunStore(folder, record, redactor, unlock)
  }

  async replaceRecord(record: RunRecord): Promise<void> {
    this.#record = record
    await writeJson(path.join(this.folder, 'run.json'), this.#redactor.value(record))
  }

  trial(key: TrialKey): TrialStore {
    return new TrialStore(trialFolder(this.folder, key), this.#redactor)
  }

  async appendEvent(event: RunEvent): Promise<void> {
    const line = this.#redactor.text(JSON.stringify({ at: new Date().toISOString(), ...event }))
    const file = path.join(this.folder, 'events.jsonl')
    await appendFile(file, `${line}\n`).catch((error: unknown) => {
      throw new HarnessFault(`${file} cannot be written`, { cause: error })
    })
  }

  async writeSummary(summary: Summary): Promise<void> {
    await writeJson(path.join(this.folder, 'summary.json'), summary)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#unlock()
  }
}

/** What an agent told besides its answer. */
export interface Told {
  readonly notes?: readonly string[]
  readonly used?: readonly Omit<AgentUse, 'notes'>[]
}

/** Project and answers, as they are kept and come back. */
export interface KeptProject extends Told {
  readonly project: Project
}
export interface KeptAnswers extends Told {
  readonly answers: Answers
}

/** The folder of one trial. */
export class TrialStore {
  readonly folder: string
  /** With models. */
  readonly exchanges: ExchangeLog
  readonly #redactor: Redactor

  constructor(folder: string, redactor = new Redactor()) {
    this.folder = folder
    this.exchanges = new ExchangeFile(this.#file('exchanges.jsonl'), redactor)
    this.#redactor = redactor
  }

  readRecord(): Promise<TrialRecord | undefined> {
    return readJsonIfThere(this.#file('trial.json'), trialRecordSchema)
  }

  async writeRecord(record: TrialRecord): Promise<void> {
    await this.#write('trial.json', record)
  }

  async writeBrief(brief: Brief): Promise<void> {
    await this.#write('brief.json', brief)
  }

  readBrief(): Promise<Brief | undefined> {
    return readJsonIfThere(this.#file('brief.json'), briefSchema)
  }

  /** The files first, then the record: a project without its record was not finished and is not believed. */
  async writeProject(project: Project, digest: string, told: Told = {}): Promise<void> {
    await rm(this.#file('project'), { recursive: true, force: true })
    await openFiles.map(project.files, (file) => writeAtomically(this.#file('project', file.path), file.content))
    await this.#write('project.json', {
      schemaVersion: SCHEMA_VERSION,
      digest,
      files: project.files.map(({ path: name, content }) => ({
        path: name,
        bytes: Buffer.byteLength(content),
        sha256: sha256(content),
      })),
      ...(project.launch === undefined ? {} : { launch: project.launch }),
      ...(project.artefacts === undefined ? {} : { artefacts: project.artefacts }),
      ...told,
    })
  }

  get hasProject(): boolean {
    return existsSync(this.#file('project.json'))
  }

  /** @throws HarnessFault where the files are not those that were frozen */
  async readProject(): Promise<Project | undefined> {
    return (await this.readKeptProject())?.project
  }

  /** @throws HarnessFault where the files are not those that were frozen */
  async readKeptProject(): Promise<KeptProject | undefined> {
    const record = await readJsonIfThere(this.#file('project.json'), projectRecordSchema)
    if (!record) return undefined
    const damage = `the project in ${this.folder} is not what was frozen; remove that folder to have the trial made anew`
    const files = await readFolder(this.#file('project'), NO_LIMITS).catch((error: unknown) => {
      throw new HarnessFault(damage, { cause: error })
    })
    const project: Project = {
      files,
      ...(record.launch === undefined ? {} : { launch: record.launch }),
      ...(record.artefacts === undefined ? {} : { artefacts: withoutUndefined(record.artefacts) }),
    }
    if (projectDigest(project) !== record.digest) throw new HarnessFault(damage)
    return { project, notes: record.notes ?? [], used: record.used ?? [] }
  }

  /** @param questions Digest of what was asked */
  async writeAnswers(answers: Answers, questions?: string, told: Told = {}): Promise<void> {
    const asked = questions === undefined ? {} : { questions }
    await this.#write('answers.json', { schemaVersion: SCHEMA_VERSION, answers, ...asked, ...told })
  }

  async readAnswers(): Promise<Answers | undefined> {
    return (await this.readKeptAnswers())?.answers
  }

  async readKeptAnswers(): Promise<(KeptAnswers & { readonly questions: string | undefined }) | undefined> {
    const record = await readJsonIfThere(this.#file('answers.json'), answersRecordSchema)
    if (!record) return undefined
    return { answers: record.answers, questions: record.questions, notes: record.notes ?? [], used: record.used ?? [] }
  }

  async writeScores(scores: ScoresRecord): Promise<void> {
    await writeJson(this.#file('scores.json'), scores)
  }

  readScores(): Promise<ScoresRecord | undefined> {
    return readJsonIfThere(this.#file('scores.json'), scoresRecordSchema)
  }

  /** A new, empty folder for what testers find. */
  async evidenceFolder(): Promise<string> {
    const folder = this.#file('evidence')
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    return folder
  }

  async #write(name: string, value: unknown): Promise<void> {
    await writeJson(this.#file(name), this.#redactor.value(value))
  }

  #file(...parts: string[]): string {
    return path.join(this.folder, ...parts)
  }
}

function withoutUndefined<T extends object>(value: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof T]: Exclude<T[Name], undefined> }
}

// ---- reading, also while another process writes -------------------------------------------------------------------

export function trialFolder(run: string, key: TrialKey): string {
  return path.join(run, 'trials', key.id)
}

/** @throws UsageError where there is no such run */
export async function readRun(folder: string): Promise<RunRecord> {
  const record = await readJsonIfThere(path.join(folder, 'run.json'), runRecordSchema)
  if (!record) throw new UsageError(`${folder} is no run: it has no run.json`)
  return record
}

export function readSummary(folder: string): Promise<Summary | undefined> {
  return readJsonIfThere(path.join(folder, 'summary.json'), summarySchema)
}

/**
 * The records of the trials that have ended, in the order of the run. Batches of files are read at once: a run may have
 * 50,000 small ones, and each would go five times to the thread pool and back.
 */
export async function readTrials(folder: string, record: RunRecord): Promise<TrialRecord[]> {
  const trials: TrialRecord[] = []
  for (const [index, key] of record.trials.entries()) {
    if (index % BATCH === BATCH - 1) await setImmediate()
    const file = path.join(trialFolder(folder, key), 'trial.json')
    const trial = parseIfThere(file, trialRecordSchema, () => readFileSync(file, 'utf8'))
    if (trial) trials.push(trial)
  }
  return trials
}

/** Some milliseconds' worth. */
const BATCH = 64

/** Similarities of the trials of a run, as far as they were computed, in the order of the run. */
export async function readSimilarities(folder: string, record: RunRecord): Promise<Similarity[]> {
  const similarities: Similarity[] = []
  for (const [index, key] of record.trials.entries()) {
    if (index % BATCH === BATCH - 1) await setImmediate()
    const file = path.join(trialFolder(folder, key), 'scores.json')
    const found = parseIfThere(file, scoresRecordSchema, () => readFileSync(file, 'utf8'))
    similarities.push(...(found?.scores ?? []).map((each) => similarityOf(key.id, each)))
  }
  return similarities
}

function similarityOf(trial: string, { name, setting, score }: NamedScore): Similarity {
  if (!score.scored) return { trial, name, setting, value: null, reason: score.reason }
  const embedder = 'embedder' in score.detail ? { embedder: score.detail.embedder } : {}
  return { trial, name, setting, value: score.value, ...embedder }
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

/** What a run left, and files with its results beside it. */
export const resultFiles = {
  async read(folder: string): Promise<RunData> {
    const run = await readRun(folder)
    return { run, trials: await readTrials(folder, run), similarities: await readSimilarities(folder, run) }
  },
  write: (folder: string, name: string, parts: Parts): Promise<void> => writeParts(path.join(folder, name), parts),
}

/** Evidence as bytes; undefined where it is gone or is not inside the folder of the trial. */
export async function readEvidence(folder: string, key: TrialKey, file: string): Promise<Buffer | undefined> {
  const full = path.resolve(trialFolder(folder, key), file)
  if (!isInside(trialFolder(folder, key), full)) return undefined
  return readFile(full).catch(() => undefined)
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeAtomically(file, `${JSON.stringify(value, null, 1)}\n`)
}

/** @throws HarnessFault where the file is there and is not what it should be */
async function readJsonIfThere<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => error as Error)
  return parseIfThere(file, schema, () => {
    if (typeof text !== 'string') throw text
    return text
  })
}

function parseIfThere<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  read: () => string,
): z.infer<Schema> | undefined {
  let text: string
  try {
    text = read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new HarnessFault(`${file} cannot be read`, { cause: error })
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new HarnessFault(`${file} is damaged, or was written by another version; remove it to have it made anew`, {
      cause: error,
    })
  }
}
