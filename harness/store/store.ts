/**
 * The only writer under `reports/`. A run is a folder of plain files:
 *
 *   <run>/run.json            the settings, the machine, and the list of trials
 *   <run>/specs.jsonl         written by pe plan: the spec of each trial
 *   <run>/events.jsonl        what happened, in order
 *   <run>/summary.json        the numbers; also what `--json` prints
 *   <run>/measures.json       measures of the run by scorers
 *   <run>/index.html          the report, and report/ beside it with its data (written by `report-files.ts`)
 *   <run>/trials/<id>/        brief.json  exchanges.jsonl  project.json  project/**  answers.json  trial.json  scores.json
 *                             measures.json  evidence/**
 *   <run>/trials/<id>/submissions/<n>/   answers.json  project/**  project.json  judged.json, in this order: a project without
 *                             a result is judged when the run is resumed; checks/<n>/ likewise
 *   <run>/trials/<id>/steps.jsonl    results of steps that the agent lets record, one a line
 *   <run>/trials/<id>/model-calls.jsonl   calls of models that a tool made through the gateway, one a line
 *   <run>/trials/<id>/trajectory.json     the same calls, and those of our own client, as steps (ATIF 1.7)
 *   <run>/trials/<id>/agent/         the output of tools
 *   <run>/trials/<id>/fault.json     of an agent that failed after it had submitted a project
 *   <run>/trials/<id>/earlier/<n>/   results that a retry or pe grade replaced
 *   <run>/trials/<id>/replaced/<name>/   results of this folder that pe merge replaced by better ones
 */
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { HarnessFault, UsageError, messageOf } from '../errors.ts'
import { sha256 } from '../lib/files/digest.ts'
import { truncateIncompleteLine } from '../lib/files/lines.ts'
import { lockFolder } from '../lib/files/lock.ts'
import { readFolder } from '../lib/files/read-folder.ts'
import { writeParts, type Parts } from '../lib/files/write-stream.ts'
import { fileLimit, writeAtomically } from '../lib/files/write.ts'
import type { ExchangeLog } from '../lib/models/client.ts'
import { Redactor } from '../lib/models/redact.ts'
import {
  SCHEMA_VERSION,
  answersRecordSchema,
  briefSchema,
  faultRecordSchema,
  judgedCallSchema,
  measuresRecordSchema,
  projectRecordSchema,
  scoresRecordSchema,
  trajectorySchema,
  trialRecordSchema,
  type AgentUse,
  type Answers,
  type Brief,
  type MeasuresRecord,
  type AgentFaultKind,
  type JudgedCall,
  type ProjectRecord,
  type RunRecord,
  type ScoresRecord,
  type Summary,
  type Trajectory,
  type TrialKey,
  type TrialRecord,
  type TrialSpec,
} from '../contracts/schema.ts'
import type { RunData } from '../lib/statistics/sides.ts'
import { EXCHANGES, ExchangeFile } from './exchanges.ts'
import { readJsonIfThere, writeJson } from './json.ts'
import { MODEL_CALLS, ModelCallFile } from './model-calls.ts'
import { StepFile } from './steps.ts'
import { readMeasures, readRun, readRunMeasures, readScores, readTrials, trialFolder } from './read.ts'
import type { Project, RunEvent } from '../contracts/types.ts'
import { makeFolder } from '../lib/files/make-folder.ts'
import { projectDigest } from '../lib/files/project-digest.ts'

const NO_LIMITS = { files: Infinity, bytes: Infinity, except: [] }

/** A run that is being written. Locked until it is disposed. */
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
   * @param redactor Removes keys that must not be written
   * @param name Name of the folder, which differs from the id for a part of a run
   * @throws UsageError if the folder cannot be written
   */
  static async create(
    root: string,
    record: RunRecord,
    redactor = new Redactor(),
    name = record.runId,
  ): Promise<RunStore> {
    const folder = path.join(root, name)
    try {
      await makeFolder(root)
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

  /** @throws UsageError if there is no such run, another process writes it, or it cannot be written */
  static async resume(folder: string, redactor = new Redactor()): Promise<RunStore> {
    const record = await readRun(folder)
    let unlock: (() => Promise<void>) | undefined
    try {
      unlock = await lockFolder(folder)
      await truncateIncompleteLine(path.join(folder, 'events.jsonl'))
      return new RunStore(folder, record, redactor, unlock)
    } catch (error) {
      await unlock?.()
      if (error instanceof UsageError) throw error
      throw new UsageError(`nothing can be written to ${folder}: ${messageOf(error)}`)
    }
  }

  async replaceRecord(record: RunRecord): Promise<void> {
    this.#record = record
    await writeJson(path.join(this.folder, 'run.json'), this.#redactor.value(record))
  }

  /** Writes one spec per line, for programs that start trials one by one. */
  async writeSpecs(specs: readonly TrialSpec[]): Promise<void> {
    const lines = specs.map((spec) => `${JSON.stringify(spec)}\n`)
    await writeAtomically(path.join(this.folder, 'specs.jsonl'), this.#redactor.text(lines.join('')))
  }

  trial(key: TrialKey): TrialStore {
    return new TrialStore(trialFolder(this.folder, key), this.#redactor)
  }

  /** Ids of the trials that have begun, ended or not. */
  async begun(): Promise<ReadonlySet<string>> {
    const trials = path.join(this.folder, 'trials')
    return new Set(existsSync(trials) ? await readdir(trials) : [])
  }

  async appendEvent(event: RunEvent): Promise<void> {
    const line = this.#redactor.text(JSON.stringify({ at: new Date().toISOString(), ...event }))
    const file = path.join(this.folder, 'events.jsonl')
    await appendFile(file, `${line}\n`).catch((error: unknown) => {
      throw new HarnessFault(`${file} cannot be written`, { cause: error })
    })
  }

  async writeMeasures(measures: MeasuresRecord): Promise<void> {
    await writeJson(path.join(this.folder, 'measures.json'), this.#redactor.value(measures))
  }

  readMeasures(): Promise<MeasuresRecord | undefined> {
    return readRunMeasures(this.folder)
  }

  async writeSummary(summary: Summary): Promise<void> {
    await writeJson(path.join(this.folder, 'summary.json'), summary)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#unlock()
  }
}

/** Notes and usage that an agent reported besides its answer. */
export interface AgentReport {
  readonly notes?: readonly string[]
  readonly used?: readonly Omit<AgentUse, 'notes'>[]
}

/** With the milliseconds of the agent, if they are known. */
interface TimedReport extends AgentReport {
  readonly took?: number
}

/** A stored project, with its answers. */
export interface KeptProject extends TimedReport {
  readonly project: Project
}
export interface KeptAnswers extends TimedReport {
  readonly answers: Answers
}

/** The failure of an agent that had already submitted a project. */
export interface KeptFault extends AgentReport {
  readonly kind: AgentFaultKind
  readonly reason: string
}

function toldIn({ notes = [], used = [], took }: Pick<ProjectRecord, 'notes' | 'used' | 'took'>): TimedReport {
  return { notes, used, ...(took === undefined ? {} : { took }) }
}

/** Kinds of projects that are judged while an agent works, which are also names of folders in that of the trial. */
export type CallKind = 'submissions' | 'checks'

/** Characters of an output of a tool that are kept: half from its beginning, half from its end. */
const LONGEST_OUTPUT = 4 * 1024 * 1024

function boundedOutput(text: string): string {
  if (text.length <= LONGEST_OUTPUT) return text
  const half = LONGEST_OUTPUT / 2
  return `${text.slice(0, half)}\n[${String(text.length - LONGEST_OUTPUT)} characters left out]\n${text.slice(-half)}`
}

/** The folder of one trial, or of one submission or check in it. */
export class TrialStore {
  readonly folder: string
  /** The exchanges with models. */
  readonly exchanges: ExchangeLog
  /** The recorded steps of the agent. */
  readonly steps: StepFile
  /** The calls of models that tools made. */
  readonly modelCalls: ModelCallFile
  readonly #redactor: Redactor

  constructor(folder: string, redactor = new Redactor()) {
    this.folder = folder
    this.exchanges = new ExchangeFile(this.#file(EXCHANGES), redactor)
    this.steps = new StepFile(this.#file('steps.jsonl'), redactor)
    this.modelCalls = new ModelCallFile(this.#file(MODEL_CALLS), redactor)
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

  /** Writes the files first and then the record. A project without a record is incomplete, and is ignored. */
  async writeProject(project: Project, digest: string, told: TimedReport = {}): Promise<void> {
    await rm(this.#file('project'), { recursive: true, force: true })
    await fileLimit.map(project.files, (file) => writeAtomically(this.#file('project', file.path), file.content))
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

  /**
   * The project that the verdicts are about: that of the submission that counts, or else the one that the agent returned.
   * @throws HarnessFault if the files are not those that were frozen
   */
  async readProject(): Promise<Project | undefined> {
    return (await (await this.#counting()).readKeptProject())?.project
  }

  /** The record of a frozen project; undefined if there is no project or if it is incomplete. */
  readProjectRecord(): Promise<ProjectRecord | undefined> {
    return readJsonIfThere(this.#file('project.json'), projectRecordSchema)
  }

  /** @throws HarnessFault if the files are not those that were frozen */
  async readKeptProject(): Promise<KeptProject | undefined> {
    const record = await this.readProjectRecord()
    if (!record) return undefined
    const damage = `the project in ${this.folder} is not what was frozen; remove that folder to repeat the trial`
    const files = await readFolder(this.#file('project'), NO_LIMITS).catch((error: unknown) => {
      throw new HarnessFault(damage, { cause: error })
    })
    const project: Project = {
      files,
      ...(record.launch === undefined ? {} : { launch: record.launch }),
      ...(record.artefacts === undefined ? {} : { artefacts: withoutUndefined(record.artefacts) }),
    }
    if (projectDigest(project) !== record.digest) throw new HarnessFault(damage)
    return { project, ...toldIn(record) }
  }

  /** @param questions Digest of the questions */
  async writeAnswers(answers: Answers, questions?: string, told: TimedReport = {}): Promise<void> {
    const asked = questions === undefined ? {} : { questions }
    await this.#write('answers.json', { schemaVersion: SCHEMA_VERSION, answers, ...asked, ...told })
  }

  /** The answers of a submission or a check, and the suite that it names. */
  async writeCallAnswers(answers: Answers, suite: string | undefined): Promise<void> {
    await this.#write('answers.json', {
      schemaVersion: SCHEMA_VERSION,
      answers,
      ...(suite === undefined ? {} : { suite }),
    })
  }

  /** The answers that the verdicts are about. */
  async readAnswers(): Promise<Answers | undefined> {
    return (await (await this.#counting()).readKeptAnswers())?.answers
  }

  async readKeptAnswers(): Promise<
    (KeptAnswers & { readonly questions: string | undefined; readonly suite: string | undefined }) | undefined
  > {
    const record = await readJsonIfThere(this.#file('answers.json'), answersRecordSchema)
    if (!record) return undefined
    const { answers, questions, suite } = record
    return { answers, questions, suite, ...toldIn(record) }
  }

  /** The folder of a submission or a check. */
  call(kind: CallKind, number: number): TrialStore {
    return new TrialStore(this.#file(kind, String(number)), this.#redactor)
  }

  /** The numbers of all submissions or checks that have begun, in order. */
  async callNumbers(kind: CallKind): Promise<readonly number[]> {
    const folder = this.#file(kind)
    const names = existsSync(folder) ? await readdir(folder) : []
    return names
      .filter((name) => /^[1-9]\d*$/.test(name))
      .map(Number)
      .toSorted((one, other) => one - other)
  }

  readJudged(): Promise<JudgedCall | undefined> {
    return readJsonIfThere(this.#file('judged.json'), judgedCallSchema)
  }

  async writeJudged(judged: JudgedCall): Promise<void> {
    await this.#write('judged.json', judged)
  }

  async readFault(): Promise<KeptFault | undefined> {
    const record = await readJsonIfThere(this.#file('fault.json'), faultRecordSchema)
    return record && { ...record, notes: record.notes ?? [], used: record.used ?? [] }
  }

  async writeFault({ kind, reason, notes, used }: KeptFault): Promise<void> {
    await this.#write('fault.json', { schemaVersion: SCHEMA_VERSION, kind, reason, notes, used })
  }

  async writeTrajectory(trajectory: Trajectory): Promise<void> {
    await this.#write('trajectory.json', trajectory)
  }

  readTrajectory(): Promise<Trajectory | undefined> {
    return readJsonIfThere(this.#file('trajectory.json'), trajectorySchema)
  }

  /** @param name Of a file in `agent/`, such as `generate.stdout.txt` */
  async writeAgentOutput(name: string, text: string): Promise<void> {
    await writeAtomically(this.#file('agent', name), boundedOutput(this.#redactor.text(text)))
  }

  async writeScores(scores: ScoresRecord): Promise<void> {
    await writeJson(this.#file('scores.json'), scores)
  }

  readScores(): Promise<ScoresRecord | undefined> {
    return readJsonIfThere(this.#file('scores.json'), scoresRecordSchema)
  }

  async writeMeasures(measures: MeasuresRecord): Promise<void> {
    await this.#write('measures.json', measures)
  }

  readMeasures(): Promise<MeasuresRecord | undefined> {
    return readJsonIfThere(this.#file('measures.json'), measuresRecordSchema)
  }

  /**
   * A new, empty folder for evidence.
   * @param name A subfolder of the folder for evidence
   */
  async evidenceFolder(name = ''): Promise<string> {
    const folder = this.#file('evidence', name)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    return folder
  }

  /** The store of the project and the answers that the verdicts are about. */
  async #counting(): Promise<TrialStore> {
    if (!existsSync(this.#file('submissions'))) return this
    // If the best of each suite counts, the last of them.
    const chosen = (await this.readRecord())?.submissions?.findLast(({ counts }) => counts === true)
    return chosen ? this.call('submissions', chosen.number) : this
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

/** Reads the stored results of a run, and writes files beside them. */
export const resultFiles = {
  async read(folder: string): Promise<RunData> {
    const run = await readRun(folder)
    return {
      run,
      trials: await readTrials(folder, run),
      ...(await readScores(folder, run)),
      measures: await readMeasures(folder, run),
    }
  },
  write: (folder: string, name: string, parts: Parts): Promise<void> => writeParts(path.join(folder, name), parts),
}
