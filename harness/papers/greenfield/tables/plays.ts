/** Trials of the five games in all runs, and what the tables measure of one. */
import type { RunData } from '../../../contracts/paper-tables.ts'
import type { Facts, TrialRecord } from '../../../contracts/schema.ts'
import { levelAndMode } from '../../../contracts/variants.ts'
import { groupBy } from '../../../lib/collections/group-by.ts'
import { mean } from '../../../lib/statistics/paper-table.ts'
import { agentNames } from '../../../lib/statistics/row-names.ts'
import { missionTally, suiteTallies } from '../../../lib/statistics/trial-score.ts'

/** Mission → its name in the paper, in the order of the paper. */
export const GAMES = {
  gomoku: 'Gomoku',
  'plane-battle': 'Plane Battle',
  'city-sim': 'City Sim',
  snake: 'Snake++',
  roguelike: 'Roguelike',
} as const
export type Game = keyof typeof GAMES

export interface Play {
  /** The agent; with the variant, if that is not the short request of the paper. */
  readonly method: string
  readonly game: Game
  readonly trial: TrialRecord
  /** Undefined if nobody has looked into its files. */
  readonly facts: Facts | undefined
  /** Scores of the architecture in the setting `paper`, from 0 to 1; null if there is nothing to measure. */
  readonly scores: ReadonlyMap<string, number | null>
}

export function playsIn(runs: readonly RunData[], games: readonly Game[]): Play[] {
  const nameOf = agentNames(runs)
  return runs.flatMap(({ run, trials, similarities, facts }) => {
    const scores = groupBy(
      similarities.filter(({ setting }) => setting === 'paper'),
      ({ trial }) => trial,
    )
    return trials.flatMap((trial): Play[] => {
      const { id, mission, agent, variant } = trial.trial
      const game = games.find((each) => each === mission)
      if (game === undefined) return []
      const name = nameOf({ run, agent })
      return [
        {
          method: isShort(variant) ? name : `${name}, ${variant}`,
          game,
          trial,
          facts: facts?.get(id),
          scores: new Map((scores.get(id) ?? []).map((each) => [each.name, each.value])),
        },
      ]
    })
  })
}

/** Level 1, without intermediate steps, as in the paper. */
function isShort(variant: string): boolean {
  const found = levelAndMode(variant)
  return found?.level === 1 && found.mode === 'direct'
}

/** A measure of one trial; null if it is not known. */
export type PlayMeasure = (play: Play) => number | null

/** Percent of a suite; unjudged points count as not passed, unless nothing was judged. */
export function suiteShare(wanted: 'executability' | 'interactivity' | 'rules'): PlayMeasure {
  return ({ trial }) => {
    const found = suiteTallies(trial).find(({ suite }) => suite === wanted)
    return found === undefined || found.judged === 0 ? null : (found.passed / found.total) * 100
  }
}

/** The mean of the three suites, in percent. */
export const success: PlayMeasure = ({ trial }) => {
  if (suiteTallies(trial).every(({ judged }) => judged === 0)) return null
  const { passed, total } = missionTally(trial)
  return (passed / total) * 100
}

export const files: PlayMeasure = ({ facts }) => facts?.files ?? null

/** Until the project is there; unknown if answers came from the cache. */
export const seconds: PlayMeasure = ({ trial: { agent, stages } }) =>
  stages.generate === undefined || (agent?.reused ?? 0) > 0 ? null : stages.generate / 1000

/** Percent. */
export function architecture(name: 'path-f1' | 'linkage' | 'contract'): PlayMeasure {
  return ({ scores }) => {
    const value = scores.get(name) ?? null
    return value === null ? null : value * 100
  }
}

export function average(plays: readonly Play[], measure: PlayMeasure): number | null {
  return mean(plays.map(measure))
}
