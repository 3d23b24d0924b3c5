import { bagOf, forEachShared, shared, type Bag } from './bag.ts'
import type { Vocabulary } from './vocabulary.ts'

const LONGEST = 4
/** Stands for no match at all of an order, of which there would be no logarithm. */
const SMOOTHED = 0.1
const KEYWORD_WEIGHT = 1
const OTHER_WEIGHT = 0.2

/** The sequences of one to four tokens of a text. */
export interface Grams {
  readonly tokens: number
  /** By length, from one on. */
  readonly orders: readonly [Bag, ...Bag[]]
  /** For each different token; and the sum over all tokens. */
  readonly weights: Float64Array
  readonly weight: number
}

export function gramsOf(tokens: readonly string[], keywords: ReadonlySet<string>, vocabulary: Vocabulary): Grams {
  const numbers = new Int32Array(tokens.length)
  const heavy = new Set<number>()
  for (const [index, token] of tokens.entries()) {
    const number = vocabulary.text(token)
    numbers[index] = number
    if (keywords.has(token)) heavy.add(number)
  }
  const first = bagOf(numbers)
  const orders: [Bag, ...Bag[]] = [first]
  let grams: Int32Array = numbers
  for (let length = 2; length <= LONGEST; length += 1) {
    grams = lengthened(grams, numbers.subarray(length - 1), vocabulary)
    orders.push(bagOf(grams))
  }
  const weights = Float64Array.from(first.ids, (id) => (heavy.has(id) ? KEYWORD_WEIGHT : OTHER_WEIGHT))
  const weight = weights.reduce((sum, each, place) => sum + each * (first.counts[place] ?? NaN), 0)
  return { tokens: tokens.length, orders, weights, weight }
}

/** Each sequence with the token that follows it. */
function lengthened(grams: Int32Array, following: Int32Array, vocabulary: Vocabulary): Int32Array {
  const longer = new Int32Array(following.length)
  for (const [index, token] of following.entries()) longer[index] = vocabulary.pair(grams[index] ?? NaN, token)
  return longer
}

/** Matches of one order, and how many there could be. */
type Fraction = readonly [part: number, whole: number]

/**
 * BLEU with four orders (Papineni et al., ACL 2002) on one text: precision over the candidate's sequences, a whole of at
 * least 1 and a match of at least 0.1 in every order.
 */
export function ngramMatch(candidate: Grams, reference: Grams): number {
  const fractions = pairsOf(candidate, reference).map(([c, r]): Fraction => [shared(c, r), Math.max(1, c.total)])
  return brevityPenalty(candidate.tokens, reference.tokens) * geometricMean(fractions)
}

/**
 * The same as recall over the reference's sequences, single tokens weighted. As published, the reference always counts as two
 * tokens long.
 */
export function weightedMatch(candidate: Grams, reference: Grams): number {
  const [, ...longer] = pairsOf(candidate, reference)
  const [part, whole] = weightedTokens(candidate, reference)
  const fractions = longer.map(([c, r]): Fraction => [shared(c, r), Math.max(1, r.total)])
  return brevityPenalty(candidate.tokens, 2) * geometricMean([[part, Math.max(1, whole)], ...fractions])
}

/** BLEU over those orders of which the reference has any, so that a short text is like itself. */
export function strictNgramMatch(candidate: Grams, reference: Grams): number {
  const fractions = presentPairs(candidate, reference).map(([c, r]): Fraction => [shared(c, r), Math.max(1, c.total)])
  return brevityPenalty(candidate.tokens, reference.tokens) * geometricMean(fractions)
}

/** Weighted recall over those orders of which the reference has any. */
export function strictWeightedMatch(candidate: Grams, reference: Grams): number {
  const [, ...longer] = presentPairs(candidate, reference)
  const fractions = longer.map(([c, r]): Fraction => [shared(c, r), r.total])
  return geometricMean([weightedTokens(candidate, reference), ...fractions])
}

function pairsOf(candidate: Grams, reference: Grams): (readonly [Bag, Bag])[] {
  const empty = bagOf(new Int32Array(0))
  return candidate.orders.map((bag, index) => [bag, reference.orders[index] ?? empty] as const)
}

function presentPairs(candidate: Grams, reference: Grams): (readonly [Bag, Bag])[] {
  return pairsOf(candidate, reference).filter(([, bag]) => bag.total > 0)
}

function weightedTokens({ orders: [mine] }: Grams, { orders: [theirs], weights, weight }: Grams): Fraction {
  let part = 0
  forEachShared(mine, theirs, (inMine, inTheirs, place) => {
    part += (weights[place] ?? NaN) * Math.min(inMine, inTheirs)
  })
  return [part, weight]
}

function brevityPenalty(candidate: number, reference: number): number {
  if (candidate > reference) return 1
  return candidate === 0 ? 0 : Math.exp(1 - reference / candidate)
}

/** 0 where not one token matches. */
function geometricMean(fractions: readonly Fraction[]): number {
  if ((fractions[0]?.[0] ?? 0) === 0) return 0
  const logarithms = fractions.map(([part, whole]) => Math.log((part === 0 ? SMOOTHED : part) / whole))
  return Math.exp(logarithms.reduce((sum, value) => sum + value, 0) / fractions.length)
}
