import { bagOf, forEachShared, countShared, type Bag } from './bag.ts'
import type { Vocabulary } from './vocabulary.ts'

const MAX_LENGTH = 4
/** Replaces 0 matches of an order, because 0 has no logarithm. */
const SMOOTHED = 0.1
const KEYWORD_WEIGHT = 1
const OTHER_WEIGHT = 0.2

/** The sequences of one to four tokens of a text. */
export interface Grams {
  readonly tokens: number
  /** The n-grams by length, beginning with 1. */
  readonly orders: readonly [Bag, ...Bag[]]
  /** For each distinct token 1 if it is a keyword, otherwise 0. */
  readonly keywords: Uint8Array
  /** The sum of the weights of all tokens. */
  readonly weight: number
}

export function gramsOf(tokens: readonly string[], keywords: ReadonlySet<string>, vocabulary: Vocabulary): Grams {
  const numbers = new Int32Array(tokens.length)
  const keywordIds = new Set<number>()
  for (const [index, token] of tokens.entries()) {
    const number = vocabulary.text(token)
    numbers[index] = number
    if (keywords.has(token)) keywordIds.add(number)
  }
  const first = bagOf(numbers)
  const orders: [Bag, ...Bag[]] = [first]
  let grams: Int32Array = numbers
  for (let length = 2; length <= MAX_LENGTH; length += 1) {
    grams = lengthened(grams, numbers.subarray(length - 1), vocabulary)
    orders.push(bagOf(grams))
  }
  const isKeyword = Uint8Array.from(first.ids, (id) => (keywordIds.has(id) ? 1 : 0))
  const ofKeywords = isKeyword.reduce((sum, each, place) => sum + each * (first.counts[place] ?? NaN), 0)
  return { tokens: tokens.length, orders, keywords: isKeyword, weight: weightOf(ofKeywords, tokens.length) }
}

/** From counts: the rounding of a sum of weights would depend on the order of the tokens in the vocabulary. */
function weightOf(keywords: number, tokens: number): number {
  return KEYWORD_WEIGHT * keywords + OTHER_WEIGHT * (tokens - keywords)
}

/** Extends each n-gram by the token that follows it. */
function lengthened(grams: Int32Array, following: Int32Array, vocabulary: Vocabulary): Int32Array {
  const longer = new Int32Array(following.length)
  for (const [index, token] of following.entries()) longer[index] = vocabulary.pair(grams[index] ?? NaN, token)
  return longer
}

/** The matches of one order, and the possible matches. */
type Fraction = readonly [part: number, whole: number]

/**
 * BLEU with four orders (Papineni et al., ACL 2002) on one text: precision over the candidate's n-grams, with a denominator of
 * at least 1 and a numerator of at least 0.1 in every order.
 */
export function ngramMatch(candidate: Grams, reference: Grams): number {
  const fractions = pairsOf(candidate, reference).map(([c, r]): Fraction => [countShared(c, r), Math.max(1, c.total)])
  return brevityPenalty(candidate.tokens, reference.tokens) * geometricMean(fractions)
}

/**
 * The same as recall over the reference's n-grams, with weighted single tokens. As published, the length of the reference
 * always counts as 2.
 */
export function weightedMatch(candidate: Grams, reference: Grams): number {
  const [, ...longer] = pairsOf(candidate, reference)
  const [part, whole] = weightedTokens(candidate, reference)
  const fractions = longer.map(([c, r]): Fraction => [countShared(c, r), Math.max(1, r.total)])
  return brevityPenalty(candidate.tokens, 2) * geometricMean([[part, Math.max(1, whole)], ...fractions])
}

/** BLEU over the orders that the reference has, so that a short text has a score of 1 with itself. */
export function strictNgramMatch(candidate: Grams, reference: Grams): number {
  const fractions = presentPairs(candidate, reference).map(([c, r]): Fraction => [
    countShared(c, r),
    Math.max(1, c.total),
  ])
  return brevityPenalty(candidate.tokens, reference.tokens) * geometricMean(fractions)
}

/** Weighted recall over the orders that the reference has. */
export function strictWeightedMatch(candidate: Grams, reference: Grams): number {
  const [, ...longer] = presentPairs(candidate, reference)
  const fractions = longer.map(([c, r]): Fraction => [countShared(c, r), r.total])
  return geometricMean([weightedTokens(candidate, reference), ...fractions])
}

function pairsOf(candidate: Grams, reference: Grams): (readonly [Bag, Bag])[] {
  const empty = bagOf(new Int32Array(0))
  return candidate.orders.map((bag, index) => [bag, reference.orders[index] ?? empty] as const)
}

function presentPairs(candidate: Grams, reference: Grams): (readonly [Bag, Bag])[] {
  return pairsOf(candidate, reference).filter(([, bag]) => bag.total > 0)
}

function weightedTokens({ orders: [mine] }: Grams, { orders: [theirs], keywords, weight }: Grams): Fraction {
  let ofKeywords = 0
  let tokens = 0
  forEachShared(mine, theirs, (inMine, inTheirs, place) => {
    const both = Math.min(inMine, inTheirs)
    ofKeywords += both * (keywords[place] ?? NaN)
    tokens += both
  })
  return [weightOf(ofKeywords, tokens), weight]
}

function brevityPenalty(candidate: number, reference: number): number {
  if (candidate > reference) return 1
  return candidate === 0 ? 0 : Math.exp(1 - reference / candidate)
}

/** 0 if no single token matches. */
function geometricMean(fractions: readonly Fraction[]): number {
  if ((fractions[0]?.[0] ?? 0) === 0) return 0
  const logarithms = fractions.map(([part, whole]) => Math.log((part === 0 ? SMOOTHED : part) / whole))
  return Math.exp(logarithms.reduce((sum, value) => sum + value, 0) / fractions.length)
}
