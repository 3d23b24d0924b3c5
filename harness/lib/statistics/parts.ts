/** Pure: the scores of execution and review beside the score of a mission, and the missions that lack one of them. */
import { groupBy } from '../collections/group-by.ts'
import { isJudged } from '../../contracts/points.ts'
import type { Part, Summary, TrialRecord } from '../../contracts/schema.ts'
import { judgedPart, missingPart, type PartName } from './trial-score.ts'

/** Absent if no suite belongs to the part. An execution is named only for an online judge: elsewhere it is the score itself. */
export function partsOf(trials: readonly TrialRecord[]): Pick<Summary, 'execution' | 'review'> {
  const execution = partOf(trials, 'execution', (tester) => tester === 'judge')
  const review = partOf(trials, 'review', (tester) => tester === 'review')
  return { ...(execution ? { execution } : {}), ...(review ? { review } : {}) }
}

function partOf(trials: readonly TrialRecord[], part: PartName, tests: (tester: string) => boolean): Part | undefined {
  const of = ({ suites = [] }: TrialRecord) => suites.filter(({ tester }) => tests(tester)).map(({ id }) => id)
  const having = trials.filter((trial) => of(trial).length > 0)
  if (having.length === 0) return undefined
  const verdicts = having.flatMap((trial) => trial.verdicts.filter(({ suite = '' }) => of(trial).includes(suite)))
  return {
    passed: verdicts.filter(({ status }) => status === 'passed').length,
    judged: verdicts.filter(({ status }) => isJudged(status)).length,
    unjudged: verdicts.filter(({ status }) => status === 'unjudged').length,
    score: meanOf(having.map((trial) => judgedPart(trial, part))),
  }
}

/** Missions that are not in the mean, by the part that they lack, each with the mean of the part that they have. */
export function unscoredOf(trials: readonly TrialRecord[]): NonNullable<Summary['unscored']> {
  const lacking = trials.flatMap((trial) => {
    const missing = missingPart(trial)
    return missing === undefined ? [] : [{ trial, missing }]
  })
  return [...groupBy(lacking, ({ missing }) => missing)].map(([missing, all]) => ({
    missing,
    missions: [...new Set(all.map(({ trial }) => trial.trial.mission))],
    score: meanOf(all.map(({ trial }) => judgedPart(trial, missing === 'review' ? 'execution' : 'review'))),
  }))
}

function meanOf(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null)
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length
}
