import { bagOf, forEachShared, type Bag } from '../codebleu/bag.ts'
import type { Vocabulary } from '../codebleu/vocabulary.ts'

const KEYWORD_WEIGHT = 1
const OTHER_WEIGHT = 0.2

/** The tokens of a repository. SketchBLEU compares single tokens only. */
export interface Unigrams {
  readonly bag: Bag
  readonly isKeyword: ReadonlySet<number>
}

export function unigramsOf(
  tokens: readonly { readonly text: string; readonly isKeyword: boolean }[],
  vocabulary: Vocabulary,
): Unigrams {
  const isKeyword = new Set<number>()
  const numbers = new Int32Array(tokens.length)
  for (const [index, token] of tokens.entries()) {
    const number = vocabulary.text(token.text)
    numbers[index] = number
    if (token.isKeyword) isKeyword.add(number)
  }
  return { bag: bagOf(numbers), isKeyword }
}

/** Share of the candidate's tokens that the reference has as well, reduced if the candidate is far shorter. */
export function unigramMatch(candidate: Unigrams, reference: Unigrams): number {
  return match(candidate, reference, () => 1)
}

/** The same, with five times the weight on keywords. */
export function weightedUnigramMatch(candidate: Unigrams, reference: Unigrams): number {
  return match(candidate, reference, (id) => (candidate.isKeyword.has(id) ? KEYWORD_WEIGHT : OTHER_WEIGHT))
}

function match(candidate: Unigrams, reference: Unigrams, weight: (id: number) => number): number {
  const { ids, counts, total } = candidate.bag
  let common = 0
  forEachShared(reference.bag, candidate.bag, (inReference, inCandidate, place) => {
    common += Math.min(inReference, inCandidate) * weight(ids[place] ?? NaN)
  })
  if (common === 0) return 0
  let all = 0
  for (const [place, id] of ids.entries()) all += (counts[place] ?? NaN) * weight(id)
  return (brevityPenalty(total, reference.bag.total) * common) / Math.max(1, all)
}

/** Milder than that of BLEU: nothing is lost down to half the length, and the rest falls with the logarithm. */
export function brevityPenalty(candidate: number, reference: number): number {
  if (2 * candidate > reference) return 1
  return candidate === 0 ? 0 : 1 / (1 + Math.log(reference / (2 * candidate)))
}
