/** A run that is joined with others. It may come from another machine, so nothing in it is believed that can be computed. */
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../../errors.ts'
import type { RunRecord, TrialKey, TrialRecord } from '../../contracts/schema.ts'
import { REDACTED } from '../../lib/models/redact.ts'
import { readRun, trialFolder, trialRecords } from '../../store/read.ts'
import { identityOf } from '../identity.ts'
import { trialKeys } from '../matrix.ts'

/** More would not fit into the memory of one process. */
const MOST_TRIALS = 1_000_000

export interface Source {
  readonly folder: string
  readonly record: RunRecord
  /** The trials that have a folder, ended or not. Ids. */
  readonly begun: ReadonlySet<string>
  /** Of the trials that have ended, by id. */
  readonly trials: ReadonlyMap<string, TrialRecord>
  /** The places of trials that are no real folders, and are therefore not taken. */
  readonly left: readonly string[]
}

/** @throws UsageError if the folder has no run, or one that does not agree with its own settings */
export async function readSource(folder: string): Promise<Source> {
  const record = await readRun(folder)
  checkKeys(folder, record)
  if ((await kindOf(path.join(folder, 'trials'))) === 'other')
    throw new UsageError(`${path.join(folder, 'trials')} is not a folder; put the folder itself in its place`)
  const [begun, left] = [new Set<string>(), [] as string[]]
  for (const key of record.trials) {
    const place = trialFolder(folder, key)
    const kind = await kindOf(place)
    if (kind === 'folder') begun.add(key.id)
    else if (kind === 'other') left.push(place)
  }
  const real = record.trials.filter(({ id }) => begun.has(id))
  const trials = new Map<string, TrialRecord>()
  for await (const [key, trial] of trialRecords(folder, { ...record, trials: real })) {
    if (!isSame(key, trial.trial))
      throw new UsageError(`${path.join(trialFolder(folder, key), 'trial.json')} is the record of another trial`)
    trials.set(key.id, trial)
  }
  return { folder, record, begun, trials, left }
}

/** All trials of the matrix, also those that no folder has. */
export function allTrials({ settings, benchmark, agents = {}, trials }: RunRecord): TrialKey[] {
  const known = new Map(trials.map((key) => [key.id, key]))
  const digests = new Map(benchmark.missions.map(({ id, digest }) => [id, digest]))
  return trialKeys(settings).map(
    (key) => known.get(key.id) ?? { ...key, identity: identityOf(key, digests.get(key.mission), agents[key.agent]) },
  )
}

function checkKeys(folder: string, record: RunRecord): void {
  const file = path.join(folder, 'run.json')
  const { agents, variants, missions, samples } = record.settings
  if (agents.length * variants.length * missions.length * samples > MOST_TRIALS)
    throw new UsageError(`${file} asks for more than ${String(MOST_TRIALS)} trials`)
  const expected = new Map(allTrials({ ...record, trials: [] }).map((key) => [key.id, key]))
  for (const key of record.trials) {
    const own = expected.get(key.id)
    const isKnown = own !== undefined && isSame({ ...own, identity: undefined }, key)
    if (!isKnown) throw new UsageError(`${file} has a trial "${key.id}" that its settings do not ask for`)
    if (hasWholeConfiguration(record, key) && !isSame(own, key))
      throw new UsageError(`${file} has another identity for trial "${key.id}" than its mission and its agent have`)
  }
}

/** The identity was computed before keys were removed from the configuration. Older runs have no configurations. */
function hasWholeConfiguration({ agents }: RunRecord, { agent }: TrialKey): boolean {
  const configuration = agents?.[agent]
  return configuration !== undefined && !JSON.stringify(configuration).includes(REDACTED)
}

/** Older runs have no identities. */
function isSame(one: TrialKey, other: TrialKey): boolean {
  const names = ['id', 'mission', 'agent', 'variant', 'sample'] as const
  const isOneOlder = one.identity === undefined || other.identity === undefined
  return names.every((name) => one[name] === other[name]) && (isOneOlder || one.identity === other.identity)
}

async function kindOf(place: string): Promise<'folder' | 'other' | 'missing'> {
  const status = await lstat(place).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  if (status === undefined) return 'missing'
  return status.isDirectory() ? 'folder' : 'other'
}
