import type { NamedScore, Setting } from '../contracts/schema.ts'
import { aggregate, commonEmbedder, scoresNamed, type Aggregate } from './aggregate.ts'
import { roundHalfEven } from './rounding.ts'

/** Names of scores → numbers; null where nothing was scored. */
export interface Totals {
  readonly sums: Readonly<Record<string, number | null>>
  readonly averages: Readonly<Record<string, number | null>>
  /** How many are in the sums, and how many there could have been. */
  readonly scored: Readonly<Record<string, number>>
  readonly of: Readonly<Record<string, number>>
  /** What made the numbers of the checklist score. */
  readonly embedder?: string
}

/** Decimals of published sums, where they are not three. */
const DECIMALS: Readonly<Record<string, number>> = { parameters: 6 }
const MORE_THAN_ENOUGH = 9

/** In the order of the published sums. */
const PAPER_NAMES = ['checklist', 'skeleton', 'code', 'parameters']

/**
 * Sums and averages over missions, or over trials. `paper`: what is not scored counts as 0, and sums have the digits of the
 * published ones. `strict`: it is left out of both.
 * @param scores Of each mission or trial
 * @throws UsageError where scores of different embedders would be put together
 */
export function totalsOf(scores: readonly (readonly NamedScore[])[], setting: Setting): Totals {
  const all = scores.flat()
  const names = namesOf(all)
  const aggregates = names.map((name) => [name, aggregate(scoresNamed(all, name, setting))] as const)
  const digits = (name: string) => (setting === 'paper' ? (DECIMALS[name] ?? 3) : MORE_THAN_ENOUGH)
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

/** Those of the paper, whether there are any or not; and the others that there are. */
function namesOf(scores: readonly NamedScore[]): string[] {
  return [...new Set([...PAPER_NAMES, ...scores.map(({ name }) => name)])]
}
