import { UsageError } from '../errors.ts'
import type { NamedScore, Score } from '../contracts/schema.ts'

/** The sum of scores of one name. */
export interface Aggregate {
  readonly sum: number
  readonly scored: number
  /** How many could have been scored. */
  readonly of: number
}

/**
 * Sums scores of one name and setting. Entries that are not scored are counted, but not summed.
 * @throws UsageError if scores of different embedders would be mixed
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
 * The embedder of all these scores; undefined if none was needed.
 * @throws UsageError if there are several
 */
export function commonEmbedder(scores: readonly Score[]): string | undefined {
  const used = scores.map(embedderOf).filter((embedder) => embedder !== undefined)
  const [first, other] = new Set(used)
  if (other === undefined) return first
  throw new UsageError(
    `checklist scores of different embedders ("${first ?? ''}" and "${other}") are not comparable; compute them again with one of them: pe score RUN --embedder …`,
  )
}

function embedderOf(score: Score): string | undefined {
  return score.scored && 'embedder' in score.detail ? score.detail.embedder : undefined
}

/** The scores of one name in one setting. */
export function scoresNamed(scores: readonly NamedScore[], name: string, setting: NamedScore['setting']): Score[] {
  return scores.filter((each) => each.name === name && each.setting === setting).map(({ score }) => score)
}
