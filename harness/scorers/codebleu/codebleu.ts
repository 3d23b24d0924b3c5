import type { Analysis } from './analysis.ts'
import { countCovered, countShared, type Bag } from './bag.ts'
import { ngramMatch, strictNgramMatch, strictWeightedMatch, weightedMatch } from './grams.ts'
import type { Language } from './languages.ts'

/** The components of CodeBLEU (Ren et al., 2020), each from 0 to 1; undefined if one does not apply. */
export interface Components {
  readonly ngram: number
  /** With five times the weight on keywords. */
  readonly weighted: number | undefined
  readonly syntax: number | undefined
  readonly dataflow: number | undefined
}

export interface Similarity {
  readonly value: number
  readonly components: Components
}

const WEIGHT = 1 / 4

/** As published: a data flow match of 0 counts as 1. */
export function comparePublished(candidate: Analysis, reference: Analysis): Similarity {
  const components = {
    ngram: ngramMatch(candidate.grams, reference.grams),
    weighted: weightedMatch(candidate.grams, reference.grams),
    syntax: countCovered(candidate.subtrees, reference.subtrees) / reference.subtrees.total,
    dataflow: recall(candidate.flow, reference.flow) ?? 0,
  }
  const { ngram, weighted, syntax, dataflow } = components
  const value = WEIGHT * ngram + WEIGHT * weighted + WEIGHT * syntax + WEIGHT * (dataflow === 0 ? 1 : dataflow)
  return { value, components }
}

/** The mean of the applicable components. Two texts without tokens are equal. */
export function compareStrict(candidate: Analysis, reference: Analysis, language: Language): Similarity {
  const empty = candidate.grams.tokens === 0 && reference.grams.tokens === 0
  const { keywords, grammar } = language
  const components = {
    ngram: empty ? 1 : strictNgramMatch(candidate.grams, reference.grams),
    weighted: keywords && !empty ? strictWeightedMatch(candidate.grams, reference.grams) : undefined,
    syntax: grammar && !empty ? syntaxRecall(candidate.subtrees, reference.subtrees) : undefined,
    dataflow: recall(candidate.flow, reference.flow),
  }
  const applicable = Object.values(components).filter((component) => component !== undefined)
  return { value: applicable.reduce((sum, component) => sum + component, 0) / applicable.length, components }
}

function recall(candidate: Bag, reference: Bag): number | undefined {
  return reference.total === 0 ? undefined : countShared(candidate, reference) / reference.total
}

function syntaxRecall(candidate: Bag, reference: Bag): number | undefined {
  return reference.total === 0 ? undefined : countCovered(candidate, reference) / reference.total
}
