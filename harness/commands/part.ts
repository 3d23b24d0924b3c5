/** Parts of a run: a shard, or single trials. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../errors.ts'
import type { RunRecord, TrialKey } from '../contracts/schema.ts'
import { sha256 } from '../lib/files/digest.ts'
import type { Redactor } from '../lib/models/redact.ts'
import { expectedFrom, trialsOfShard, type Expected } from '../run/shards/shard.ts'
import { readRun, readTrials } from '../store/read.ts'
import { resolveRun } from '../store/resolve.ts'
import { RunStore } from '../store/store.ts'
import type { RunCommandOptions } from './run-options.ts'

type Asked = Pick<RunCommandOptions, 'shard' | 'trials'>

/**
 * The trials that were asked for; a shard may have none.
 * @throws UsageError for an unknown id
 */
export function chosenTrials(all: readonly TrialKey[], { shard, trials }: Asked, expected: Expected): TrialKey[] {
  const unknown = trials?.find((id) => all.every((key) => key.id !== id))
  if (unknown !== undefined)
    throw new UsageError(`the run has no trial "${unknown}"; its ids look like ${all[0]?.id ?? ''}`)
  if (trials) return all.filter(({ id }) => trials.includes(id))
  if (!shard) return [...all]
  return trialsOfShard(all, shard, expected)
}

/** Seconds that each trial took in earlier runs; undefined if none was named. */
export async function expectedOf(
  { history, out }: Pick<RunCommandOptions, 'history' | 'out'>,
  trials: readonly TrialKey[],
): Promise<Expected | undefined> {
  if (history === undefined) return undefined
  const records = await Promise.all(
    history.map(async (run) => {
      const folder = await resolveRun(run, out)
      return readTrials(folder, await readRun(folder))
    }),
  )
  return expectedFrom(records.flat(), trials)
}

/** A part of a planned run, and the name of its folder. */
export interface Part {
  readonly name: string
  readonly record: RunRecord
}

/** Undefined if the whole run was asked for. */
export function partOf(record: RunRecord, asked: Asked): Part | undefined {
  const { shard, trials } = asked
  if (!shard && !trials) return undefined
  const name = shard ? `shard-${String(shard.index)}-of-${String(shard.of)}` : `trial-${digestOf(trials ?? [])}`
  const mine = chosenTrials(record.trials, asked, record.expected ?? {})
  return { name: `${record.runId}.${name}`, record: { ...record, trials: mine } }
}

/** Each part has its own folder, so that machines with a shared disk never write to the same files. */
export function openPart({ name, record }: Part, out: string, redactor: Redactor): Promise<RunStore> {
  const root = path.resolve(out)
  const exists = existsSync(path.join(root, name, 'run.json'))
  return exists ? RunStore.resume(path.join(root, name), redactor) : RunStore.create(root, record, redactor, name)
}

function digestOf(ids: readonly string[]): string {
  return sha256(ids.toSorted().join('\n')).slice(0, 12)
}
