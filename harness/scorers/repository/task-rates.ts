/** Shares of the tasks of a mission: those that votes accept, and those whose tests pass. */
import { z } from 'zod'
import type { Measure, Verdict } from '../../contracts/schema.ts'
import type { ScoredTrial } from '../../contracts/types.ts'
import { boundsOf, isVoted, rateOf } from '../../lib/statistics/features.ts'

export const rateDetail = z.strictObject({ yes: z.int(), no: z.int(), unknown: z.int() })

export function passRate(trial: ScoredTrial): Measure {
  return rate(trial, ({ status }) => (status === 'unjudged' ? undefined : status === 'passed'))
}

/** A task that was judged without votes is one for which nothing was found. */
export function voteRate(trial: ScoredTrial): Measure {
  return rate(trial, ({ status, votes }) => {
    if (votes) return isVoted(votes)
    return status === 'unjudged' ? undefined : false
  })
}

/** A rate is a number only if every task was judged. */
function rate({ record }: ScoredTrial, isYes: (verdict: Verdict) => boolean | undefined): Measure {
  const counted = record.verdicts.filter(({ status }) => status !== 'excluded')
  const detail = rateOf(counted.map(isYes))
  const bounds = boundsOf(detail)
  if (!bounds) return { scored: false, reason: 'the mission has no tasks that count' }
  if (detail.unknown === 0) return { scored: true, value: 100 * bounds.low, unit: '%', better: 'higher', detail }
  const count = `${String(detail.unknown)} of ${String(counted.length)} tasks are unjudged`
  return { scored: false, reason: `${count}: it is from ${percent(bounds.low)} to ${percent(bounds.high)}` }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}
