import type { NamedScore, Setting, Score } from '../contracts/schema.ts'
import { roundHalfEven } from './rounding.ts'
import { UsageError } from '../errors.ts'

/** Numbers by name of score; null if nothing was scored. */
export interface Totals {
  readonly sums: Readonly<Record<string, number | null>>
  readonly averages: Readonly<Record<string, number | null>>
  /** How many entries are scored, and how many could have been. */
  readonly scored: Readonly<Record<string, number>>
  readonly of: Readonly<Record<string, number>>
  /** The embedder of the checklist score. */
  readonly embedder?: string
}

/** Decimals of published sums other than 3. */
const DECIMALS: Readonly<Record<string, number>> = { parameters: 6 }
const STRICT_DECIMALS = 9

/** The scores of the paper, in the order of the published sums. */
const PAPER_NAMES = ['checklist', 'skeleton', 'code', 'parameters']

/**
 * Sums and averages over missions or trials. `paper`: entries that are not scored count as 0, and sums have as many decimals as
 * the published ones. `strict`: entries that are not scored are left out of sum and average.
 * @param scores The scores of each mission or trial
 * @throws UsageError if scores of different embedders would be mixed
 */
export function totalsOf(scores: readonly (readonly NamedScore[])[], setting: Setting): Totals {
  const all = scores.flat()
  const names = namesOf(all)
  const aggregates = names.map((name) => [name, aggregate(scoresNamed(all, name, setting))] as const)
  const digits = (name: string) => (setting === 'paper' ? (DECIMALS[name] ?? 3) : STRICT_DECIMALS)
  const each = <Value>(value: (name: string, found: Aggregate) => Value) =>
    Object.fromEntries(aggregates.map(([name, found]) => [name, value(name, found)] as const))
  const number = (value: (name: string, found: Aggregate) => number) =>
    each((name, found) => (found.scored === 0 ? null : value(name, found)))
  const embedder = commonEmbedder(all.map(({ score }) => score))
  return {
    sums: number((name, { sum }) => roundHalfEven(sum, digits(name))),
    averages: number((_, { sum, scored, of }) => sum / (setting === 'paper' ? of : scored)),
    scored: each((_, { scored }) => scored),
    of: each((_, { of }) => of),
    ...(embedder === undefined ? {} : { embedder }),
  }
}

/** The names of the paper, even without scores, then all others. */
function namesOf(scores: readonly NamedScore[]): string[] {
  return [...new Set([...PAPER_NAMES, ...scores.map(({ name }) => name)])]
}

// ---- aggregate -----------------------------------------------------------------------------------------------------

/** The sum of scores of one name. */
interface Aggregate {
  readonly sum: number
  readonly scored: number
  /** How many could have been scored. */
  readonly of: number
}

/**
 * Sums scores of one name and setting. Entries that are not scored are counted, but not summed.
 * @throws UsageError if scores of different embedders would be mixed
 */
function aggregate(scores: readonly Score[]): Aggregate {
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
function commonEmbedder(scores: readonly Score[]): string | undefined {
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
function scoresNamed(scores: readonly NamedScore[], name: string, setting: NamedScore['setting']): Score[] {
  return scores.filter((each) => each.name === name && each.setting === setting).map(({ score }) => score)
}
