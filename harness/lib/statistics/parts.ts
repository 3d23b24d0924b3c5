/** Pure: the scores of execution and review, which an online judge names beside the score of a mission. */
import { isJudged } from '../../contracts/points.ts'
import type { Part, Summary, TrialRecord } from '../../contracts/schema.ts'
import { suiteTallies } from './trial-score.ts'

/** The testers whose suites make a part. */
const PARTS = { execution: 'judge', review: 'review' } as const

/** Absent if no suite belongs to the part. */
export function partsOf(trials: readonly TrialRecord[]): Pick<Summary, 'execution' | 'review'> {
  const [execution, review] = [partOf(trials, PARTS.execution), partOf(trials, PARTS.review)]
  return { ...(execution ? { execution } : {}), ...(review ? { review } : {}) }
}

function partOf(trials: readonly TrialRecord[], tester: string): Part | undefined {
  const of = ({ suites = [] }: TrialRecord) => suites.filter((suite) => suite.tester === tester).map(({ id }) => id)
  const having = trials.filter((trial) => of(trial).length > 0)
  if (having.length === 0) return undefined
  const verdicts = having.flatMap((trial) => trial.verdicts.filter(({ suite = '' }) => of(trial).includes(suite)))
  const scores = having.map((trial) => scoreOf(trial, of(trial))).filter((score) => score !== null)
  return {
    passed: verdicts.filter(({ status }) => status === 'passed').length,
    judged: verdicts.filter(({ status }) => isJudged(status)).length,
    unjudged: verdicts.filter(({ status }) => status === 'unjudged').length,
    score: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
  }
}

/** The weighted mean of the suites, over their judged points. */
function scoreOf(trial: TrialRecord, suites: readonly string[]): number | null {
  const tallies = suiteTallies(trial).filter(({ suite, judged }) => judged > 0 && suites.includes(suite ?? ''))
  const weights = tallies.reduce((sum, { weight }) => sum + weight, 0)
  if (weights === 0) return null
  return tallies.reduce((sum, { weight, passed, judged }) => sum + (weight * passed) / judged, 0) / weights
}
