/** Trials of all runs, with what their runs say of the problems. */
import type { RunRecord, TrialRecord } from '../../../contracts/schema.ts'
import { agentNames } from '../../../lib/statistics/row-names.ts'
import { sidesOf, type RunData } from '../../../lib/statistics/sides.ts'
import { tallyOf } from '../../../lib/statistics/trial-score.ts'
import { pluralise } from '../../../lib/wording/count.ts'

export type Problem = RunRecord['benchmark']['missions'][number]

export interface TaggedTrial {
  readonly agent: string
  readonly trial: TrialRecord
  readonly tags: readonly string[]
}

export function trialsIn(runs: readonly RunData[]): TaggedTrial[] {
  const nameOf = agentNames(runs)
  return runs.flatMap(sidesOf).flatMap((side) => {
    const tags = new Map(side.run.benchmark.missions.map((mission) => [mission.id, mission.tags ?? []]))
    return side.trials.map((trial) => ({ agent: nameOf(side), trial, tags: tags.get(trial.trial.mission) ?? [] }))
  })
}

/** Each problem once, by its number. */
export function problemsIn(runs: readonly RunData[]): Problem[] {
  const all = new Map(
    runs.flatMap(({ run }) => run.benchmark.missions.map((mission) => [mission.id, mission] as const)),
  )
  return [...all.values()].toSorted((a, b) => a.id.localeCompare(b.id, 'en'))
}

/** Trials that are judged in part, or that have not ended. */
export function openNotes(runs: readonly RunData[]): string[] {
  const trials = runs.flatMap((run) => run.trials)
  const planned = runs.reduce((sum, { run }) => sum + run.trials.length, 0)
  return [
    ...(trials.some((trial) => tallyOf(trial).unjudged > 0)
      ? ['Final scores are lower bounds: what was not judged counts as 0.']
      : []),
    ...(trials.length < planned ? [`Not ended, and in no cell: ${pluralise(planned - trials.length, 'trial')}.`] : []),
  ]
}

/** A lower bound, from 0 to 1; null if the benchmark excludes a part of the problem. */
export function finalScore(trial: TrialRecord): number | null {
  const { passed, total } = tallyOf(trial)
  return total === 0 ? null : passed / total
}
