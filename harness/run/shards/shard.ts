/** Divides the trials of a run among machines that know nothing of each other. */
import type { TrialKey, TrialRecord } from '../../contracts/schema.ts'

/** Shard 2 of 8: `{ index: 2, of: 8 }`. */
export interface Shard {
  readonly index: number
  readonly of: number
}

/** Expected seconds of each trial, by id. A trial without an entry is expected to take as long as the mean of the others. */
export type Expected = Readonly<Record<string, number>>

/**
 * The trials of one shard, in the order of the run. Every machine computes the same division: the longest trial goes to the
 * shard that has least to do so far, and of equal shards to the first.
 */
export function trialsOfShard(trials: readonly TrialKey[], { index, of }: Shard, expected: Expected): TrialKey[] {
  const usual = mean(trials.flatMap(({ id }) => expected[id] ?? [])) ?? 1
  const seconds = ({ id }: TrialKey) => expected[id] ?? usual
  const longestFirst = trials.toSorted((one, other) => seconds(other) - seconds(one) || order(one.id, other.id))
  const loads = new Array<number>(of).fill(0)
  const mine = new Set<string>()
  for (const trial of longestFirst) {
    const least = loads.indexOf(Math.min(...loads))
    loads[least] = (loads[least] ?? 0) + seconds(trial)
    if (least === index - 1) mine.add(trial.id)
  }
  return trials.filter(({ id }) => mine.has(id))
}

/** Seconds that trials took before: of the same mission, agent and variant, or else of the same mission. */
export function expectedFrom(history: readonly TrialRecord[], trials: readonly TrialKey[]): Expected {
  const exact = meansBy(history, ({ trial }) => sameWork(trial))
  const missions = meansBy(history, ({ trial }) => trial.mission)
  return Object.fromEntries(
    trials.flatMap((key) => {
      const seconds = exact.get(sameWork(key)) ?? missions.get(key.mission)
      return seconds === undefined ? [] : [[key.id, seconds]]
    }),
  )
}

function sameWork({ mission, agent, variant }: TrialKey): string {
  return JSON.stringify([mission, agent, variant])
}

function meansBy(history: readonly TrialRecord[], keyOf: (record: TrialRecord) => string): Map<string, number> {
  const groups = new Map<string, number[]>()
  for (const record of history) {
    const key = keyOf(record)
    groups.set(key, [...(groups.get(key) ?? []), record.seconds])
  }
  return new Map([...groups].map(([key, all]) => [key, mean(all) ?? 0]))
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** By code units: a locale may differ between machines. */
function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
