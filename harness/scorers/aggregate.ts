import { UsageError } from '../errors.ts'
import type { NamedScore, Score } from '../contracts/schema.ts'

/** What many scores of one name come to. */
export interface Aggregate {
  readonly sum: number
  readonly scored: number
  /** How many there could have been. */
  readonly of: number
}

/**
 * Sums scores of one name and setting. What is not scored is counted and is no part of the sum.
 * @throws UsageError where numbers of different embedders would be mixed
 */
export function aggregate(scores: readonly Score[]): Aggregate {
  commonEmbedder(scores)
  const scored = scores.filter((score) => score.scored)
  return {
    sum: scored.reduce((sum, { value }) => sum + value, 0),
    scored: scored.length,
    of: scores.filter((score) => score.scored || score.nothingCanonical !== true).length,
  }
}

/**
 * What made the vectors of all these scores; undefined where none was needed.
 * @throws UsageError where there are several
 */
export function commonEmbedder(scores: readonly Score[]): string | undefined {
  const used = scores.map(embedderOf).filter((embedder) => embedder !== undefined)
  const [first, other] = new Set(used)
  if (other === undefined) return first
  throw new UsageError(
    `checklist scores of different embedders ("${first ?? ''}" and "${other}") measure different things and cannot be put together; compute them again with one of them: pe score RUN --embedder …`,
  )
}

function embedderOf(score: Score): string | undefined {
  return score.scored && 'embedder' in score.detail ? score.detail.embedder : undefined
}

/** The scores of one name in one setting. */
export function scoresNamed(scores: readonly NamedScore[], name: string, setting: NamedScore['setting']): Score[] {
  return scores.filter((each) => each.name === name && each.setting === setting).map(({ score }) => score)
}
