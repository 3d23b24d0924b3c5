/** Shares of the tasks of a mission: those that votes accept, and those whose tests pass. */
import * as z from 'zod'
import {
  categoriesSchema,
  judgeCheckSchema,
  type JudgeCheck,
  type Measure,
  type Verdict,
} from '../../../contracts/schema.ts'
import type { Reviewer, ScoredTrial } from '../../../contracts/types.ts'
import { boundsOf, isVoted, rateOf } from '../../../lib/statistics/features.ts'

export const rateDetail = z.strictObject({
  ...{ yes: z.int(), no: z.int(), unknown: z.int() },
  judge: judgeCheckSchema
    .nullable()
    .describe('How the judge judges repositories of which the result is known; null if that was not measured.'),
})

export function passRate(trial: ScoredTrial, model?: Reviewer): Promise<Measure> {
  return rate(trial, model, ({ status }) => (status === 'unjudged' ? undefined : status === 'passed'))
}

/** A task that was judged without votes is one for which nothing was found. */
export function voteRate(trial: ScoredTrial, model?: Reviewer): Promise<Measure> {
  return rate(trial, model, ({ status, votes }) => {
    if (votes) return isVoted(votes)
    return status === 'unjudged' ? undefined : false
  })
}

/** A rate is a number only if every task was judged. */
async function rate(
  trial: ScoredTrial,
  model: Reviewer | undefined,
  isYes: (verdict: Verdict) => boolean | undefined,
): Promise<Measure> {
  const counted = trial.record.verdicts.filter(({ status }) => status !== 'excluded')
  const detail = rateOf(counted.map(isYes))
  const bounds = boundsOf(detail)
  if (!bounds) return { scored: false, reason: 'the mission has no tasks that count' }
  if (detail.unknown > 0) {
    const count = `${String(detail.unknown)} of ${String(counted.length)} tasks are unjudged`
    return { scored: false, reason: `${count}: it is from ${percent(bounds.low)} to ${percent(bounds.high)}` }
  }
  const judge = await checkOf(trial, model)
  return { scored: true, value: 100 * bounds.low, unit: '%', better: 'higher', detail: { ...detail, judge } }
}

/** The last check of this judge by the same tasks. */
async function checkOf(trial: ScoredTrial, model: Reviewer | undefined): Promise<JudgeCheck | null> {
  if (!model) return null
  const { checks = [] } = categoriesSchema.parse(await trial.data())
  return checks.findLast((each) => each.model === model.model && each.votes === model.votes) ?? null
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}
