import { certainScore, openText } from '../reporters/percent.ts'
import { shortVariant } from '../contracts/variants.ts'
import type { FailOn, Summary } from '../contracts/schema.ts'

export interface Gate {
  readonly minScore: number | undefined
  readonly failOn: readonly FailOn[]
}

/** Why a run does not pass, one sentence for each reason; empty if it passes. */
export function gateMessages(summary: Summary, { minScore, failOn }: Gate): string[] {
  return [
    ...scoreMessage(summary, minScore),
    ...failOn.flatMap((name) => {
      const found = countOf(summary, name)
      return found > 0
        ? [
            name === 'incomplete'
              ? 'the run is incomplete, which --fail-on names'
              : `${String(found)} testcodes are ${name}, which --fail-on names`,
          ]
        : []
    }),
  ]
}

/** Counts unjudged and pending points as failed, so that they cannot help a run to pass. */
function scoreMessage(summary: Summary, minScore: number | undefined): string[] {
  const score = certainScore(summary)
  if (minScore === undefined || (score ?? 0) >= minScore) return []
  const unjudged = openText(summary)
  const known =
    score === null ? 'unknown' : `${unjudged === undefined ? '' : 'at least '}${roundedScore(score, minScore)}`
  const why = unjudged === undefined ? '' : ` (${unjudged})`
  return [
    `${whose(summary)} is ${known}${why}, below --min-score ${String(minScore)}${scoresOfEach(summary, minScore)}`,
  ]
}

/** Results are shown for each agent and variant, so that their common score stands nowhere else. */
function whose({ groups }: Summary): string {
  return groups.length > 1 ? 'the score of all agents and variants together' : 'the score'
}

function scoresOfEach({ groups }: Summary, minScore: number): string {
  if (groups.length < 2) return ''
  const each = groups.map((group) => {
    const score = certainScore(group)
    return `${group.agent}, ${shortVariant(group.variant)}: ${score === null ? 'unknown' : roundedScore(score, minScore)}`
  })
  return `; ${each.join('; ')}`
}

/** Three digits, or as many as it takes to see that it is below the minimum. */
function roundedScore(score: number, minimum: number): string {
  const enough = [3, 4, 6, 8].find((digits) => Number(score.toFixed(digits)) < minimum || score >= minimum)
  return String(enough === undefined ? score : Number(score.toFixed(enough)))
}

function countOf({ testcodes, flaky, incomplete }: Summary, name: FailOn): number {
  if (name === 'incomplete') return incomplete ? 1 : 0
  return name === 'flaky' ? flaky.length : testcodes[name]
}
