/** Joins the folders of runs that did parts of the same trials on several machines. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../../errors.ts'
import type { RunRecord, Summary, TrialKey, TrialRecord } from '../../contracts/schema.ts'
import { sha256 } from '../../lib/files/digest.ts'
import { NotRegular, readRegular } from '../../lib/files/regular.ts'
import { writeAtomically } from '../../lib/files/write.ts'
import { canonicalJson } from '../../lib/collections/canonical-json.ts'
import { earlierCount } from '../../store/earlier.ts'
import { readSummary, reportFile, trialFolder } from '../../store/read.ts'
import { RunStore } from '../../store/store.ts'
import { coveredSeconds } from '../../lib/statistics/ledger.ts'
import { summarise } from '../summary.ts'
import { copyTrial, recoverTrial } from './copy-trial.ts'
import { allTrials, readSource, type Source } from './source.ts'
import { seedOf } from '../seed.ts'

/** A trial with different records in two folders. */
export interface Conflict {
  readonly trial: string
  /** The folder whose record is kept. */
  readonly kept: string
  readonly dropped: string
}

export interface Merged {
  readonly folder: string
  readonly ended: number
  readonly trials: number
  readonly conflicts: readonly Conflict[]
  readonly summary: Summary
  /** Links, pipes and other things in the runs that are not part of the joined one. */
  readonly left: readonly string[]
}

interface Candidate {
  readonly folder: string
  readonly record: TrialRecord
  readonly rank: string
}

/**
 * Joins runs into one folder below `out`. The result does not depend on the order of the runs, and joining them again changes
 * nothing. Of several records of a trial, one without unjudged testcodes is kept; of these, the one that was retried or graded
 * again most often; of these, the one that ended first.
 * @throws UsageError if the runs differ in suite, settings or agents, or if one of them contradicts itself
 */
export async function mergeRuns(folders: readonly string[], out: string): Promise<Merged> {
  const named = await Promise.all([...new Set(folders)].map(readSource))
  const [first, ...others] = named.toSorted((one, other) => order(one.record.runId, other.record.runId))
  if (!first) throw new UsageError('pe merge takes the runs to join')
  for (const other of others) refuseDifferent(first, other)
  const target = path.join(out, first.record.runId)
  const isOneOfThem = named.some(({ folder }) => path.resolve(folder) === path.resolve(target))
  const sources =
    existsSync(path.join(target, 'run.json')) && !isOneOfThem ? [...named, await readSource(target)] : named
  for (const source of sources) refuseDifferent(first, source)
  return mergeInto(target, first.record, sources)
}

async function mergeInto(target: string, record: RunRecord, given: readonly Source[]): Promise<Merged> {
  const trials = allTrials(record)
  const queue = queueOf(given)
  const { queue: _, ...shared } = record
  const startedAt = earliest(given.map((each) => each.record.startedAt))
  const whole: RunRecord = { ...shared, startedAt, ...(queue === undefined ? {} : { queue }), trials }
  const exists = existsSync(path.join(target, 'run.json'))
  await using store = exists ? await RunStore.resume(target) : await RunStore.create(path.dirname(target), whole)
  await store.replaceRecord(whole)
  for (const key of trials) await recoverTrial(target, key)
  const isTarget = ({ folder }: Source) => path.resolve(folder) === path.resolve(target)
  const sources = await Promise.all(given.map(async (each) => (isTarget(each) ? await readSource(each.folder) : each)))
  const conflicts: Conflict[] = []
  const left = sources.flatMap((source) => source.left)
  for (const key of trials) {
    const taken = await takeTrial(target, key, sources)
    conflicts.push(...taken.conflicts)
    left.push(...taken.left)
  }
  await writeEvents(target, sources)
  const records = [...(await readSource(target)).trials.values()]
  const seconds = await Promise.all(sources.map(async ({ folder }) => (await readSummary(folder))?.seconds ?? 0))
  // The parts of a run may have run at different times.
  const wall = Math.max(coveredSeconds(records), ...seconds)
  const place = { folder: target, report: reportFile(target), seconds: wall }
  const summary = summarise(whole, records, place)
  await store.writeSummary(summary)
  return { folder: target, ended: records.length, trials: trials.length, conflicts, summary, left }
}

/** The queue of one of the runs, the same in any order of them. */
function queueOf(sources: readonly Source[]): RunRecord['queue'] {
  const queues = sources.flatMap(({ record }) => (record.queue === undefined ? [] : [record.queue]))
  return queues.toSorted((one, other) => order(one.join(' '), other.join(' ')))[0]
}

type Taken = Pick<Merged, 'conflicts' | 'left'>

/** Copies the best record of a trial, with all files beside it. */
async function takeTrial(target: string, key: TrialKey, sources: readonly Source[]): Promise<Taken> {
  const candidates = (await candidatesOf(key, sources)).toSorted((one, other) => order(one.rank, other.rank))
  const [best, ...rest] = candidates
  if (!best) return { conflicts: [], left: await takeUnfinished(target, key, sources) }
  const kept = digestOf(best.record)
  const own = candidates.find(({ folder }) => path.resolve(folder) === path.resolve(target))
  const had = own && digestOf(own.record)
  const left = had === kept ? [] : await copyTrial(best.folder, target, key, had)
  const dropped = rest.filter(({ record }) => digestOf(record) !== kept)
  return { conflicts: dropped.map(({ folder }) => ({ trial: key.id, kept: best.folder, dropped: folder })), left }
}

async function candidatesOf(key: TrialKey, sources: readonly Source[]): Promise<Candidate[]> {
  const found = sources.map(async ({ folder, trials }): Promise<Candidate[]> => {
    const record = trials.get(key.id)
    if (!record) return []
    return [{ folder, record, rank: rank(record, await earlierCount(trialFolder(folder, key))) }]
  })
  return (await Promise.all(found)).flat()
}

/** Copies the paid answers of a stopped trial, so that the run can be resumed from them. */
async function takeUnfinished(target: string, key: TrialKey, sources: readonly Source[]): Promise<readonly string[]> {
  if (existsSync(trialFolder(target, key))) return []
  const begun = sources
    .filter((source) => source.begun.has(key.id))
    .map(({ folder }) => folder)
    .toSorted((one, other) => order(path.basename(one), path.basename(other)))
  return begun[0] === undefined ? [] : copyTrial(begun[0], target, key, undefined)
}

/** The events of all runs in the order of their times, each once. Lines of one time keep the order of their text. */
async function writeEvents(target: string, sources: readonly Source[]): Promise<void> {
  const texts = await Promise.all(sources.map(({ folder }) => eventsOf(folder)))
  const lines = [...new Set(texts.flat())].toSorted(
    (one, other) => order(timeOf(one), timeOf(other)) || order(one, other),
  )
  await writeAtomically(path.join(target, 'events.jsonl'), lines.map((line) => `${line}\n`).join(''))
}

async function eventsOf(folder: string): Promise<string[]> {
  const file = path.join(folder, 'events.jsonl')
  const text = await readRegular(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    if (error instanceof NotRegular) throw new UsageError(`${file} cannot be read: it ${error.message}`)
    throw error
  })
  // A last line without a line break is incomplete.
  return text.toString('utf8').split('\n').slice(0, -1)
}

function timeOf(line: string): string {
  return /^\{"at":"([^"]*)"/.exec(line)?.[1] ?? ''
}

function refuseDifferent(first: Source, other: Source): void {
  const difference = differenceOf(first.record, other.record)
  if (difference === undefined) return
  throw new UsageError(
    `${path.basename(other.folder)} is not part of the same run as ${path.basename(first.folder)}: ${difference} differs`,
  )
}

/** A total order on every machine; the best is first. A retry or a new grade replaces results on purpose. */
function rank(record: TrialRecord, earlier: number): string {
  const unjudged = [record.runnable, ...record.verdicts].some(({ status }) => status === 'unjudged')
  const ended = new Date(Date.parse(record.startedAt) + record.seconds * 1000)
  const fewer = String(Number.MAX_SAFE_INTEGER - earlier)
  return `${unjudged ? '1' : '0'} ${fewer} ${ended.toISOString()} ${digestOf(record)}`
}

function digestOf(record: TrialRecord): string {
  return sha256(canonicalJson(record))
}

function earliest(times: readonly string[]): string {
  return times.toSorted(order)[0] ?? ''
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

// ---- same run ------------------------------------------------------------------------------------------------------

/** Places on a machine, and how much it does at a time: they may differ between machines. */
const OF_A_MACHINE = new Set(['concurrency', 'config', 'python', 'pythonPath', 'own', 'expected'])

/** The first thing in which two runs are not about the same trials; undefined if they are. */
function differenceOf(one: RunRecord, other: RunRecord): string | undefined {
  const [a, b] = [comparable(one), comparable(other)]
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].find((name) => canonicalJson(a[name] ?? null) !== canonicalJson(b[name] ?? null))
}

function comparable(record: RunRecord): Record<string, unknown> {
  const { benchmark, settings, agents, host } = record
  const shared = Object.entries({ ...settings, seed: seedOf(record) }).filter(([name]) => !OF_A_MACHINE.has(name))
  const files = Object.entries(settings.own ?? {}).map(([seam, all]) => [seam, all.map(({ sha256 }) => sha256)])
  return {
    'the version of pe': host.pe,
    'the benchmark': benchmark.name,
    'the digest of the suite': benchmark.digest ?? benchmark.missions.map(({ id, digest }) => [id, digest]),
    'the configuration of an agent': agents,
    'a file of your own': files,
    ...Object.fromEntries(shared.map(([name, value]) => [`the setting "${name}"`, value])),
  }
}
