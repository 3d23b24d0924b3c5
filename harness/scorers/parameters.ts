import levenshtein from 'fast-levenshtein'
import type { ParametersDetail, Score } from '../contracts/schema.ts'
import type { ParameterValue, Comparer } from '../contracts/types.ts'
import { nothingCanonical, notScored } from './not-scored.ts'
import { isLoopbackHost } from '../lib/network/loopback.ts'

/** Characters of a value; a longer one has similarity 0. */
const MAX_LENGTH = 100_000

type Compared = ParametersDetail['parameters'][number]

/**
 * Mean over the canonical values of 1 − Levenshtein distance / length of the longer value. A missing value counts as 0, two
 * empty ones as 1. A value that is not a string leaves the mission unscored in the paper's setting, and counts as 0 in the strict one.
 */
export const parametersScorer: Comparer = {
  name: 'parameters',
  score(produced, canonical, setting) {
    const theirs = canonical.parameters ?? []
    if (theirs.length === 0) return Promise.resolve(nothingCanonical('the canonical solution has no parameter values'))
    if (!produced.parameters) return Promise.resolve(notScored('there are no parameter values'))
    const given = new Map(produced.parameters.map((parameter) => [keyOf(parameter), parameter.value]))
    const parameters = theirs.map((parameter) => compare(parameter, given))
    const broken = parameters.find(({ problem }) => problem !== undefined && problem !== MISSING)
    if (setting === 'paper' && broken)
      return Promise.resolve(notScored(`the value of "${broken.name}" for "${broken.of}" ${broken.problem ?? ''}`))
    return Promise.resolve(scoreOf(parameters))
  },
}

const MISSING = 'is missing'

/** A key that is unique for each pair of names, whatever characters they contain. */
function keyOf({ of, name }: ParameterValue): string {
  return `${of.length} ${of}${name}`
}

function compare(theirs: ParameterValue, given: ReadonlyMap<string, unknown>): Compared {
  const { of, name } = theirs
  const failed = (problem: string) => ({ of, name, similarity: 0, exact: false, equivalent: false, problem })
  const key = keyOf(theirs)
  if (!given.has(key)) return failed(MISSING)
  const mine = given.get(key)
  const expected = typeof theirs.value === 'string' ? theirs.value : textOf(theirs.value)
  if (typeof mine !== 'string') return failed(`is ${mine === null ? 'null' : `of type ${typeof mine}`}, not a text`)
  if (mine.length > MAX_LENGTH) return failed(`is longer than ${MAX_LENGTH} characters`)
  const exact = mine === expected
  return {
    of,
    name,
    similarity: similarityOf(mine, expected),
    exact,
    equivalent: exact || meansTheSame(mine, expected),
  }
}

/** The text of a canonical value that is not a string. */
function textOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value)
}

/** From 0 to 1, by Unicode code points, as published. */
export function similarityOf(a: string, b: string): number {
  const [mine, theirs] = SURROGATE.test(a + b) ? oneUnitEach(a, b) : [a, b]
  const longest = Math.max(mine.length, theirs.length)
  return longest === 0 ? 1 : 1 - levenshtein.get(mine, theirs) / longest
}

const SURROGATE = /[\ud800-\udfff]/

/** Replaces each character by a single UTF-16 code unit, because the library's distance counts code units. */
function oneUnitEach(a: string, b: string): [string, string] {
  const units = new Map<string, string>()
  const unitOf = (character: string) => {
    const unit = units.get(character) ?? String.fromCharCode(units.size)
    units.set(character, unit)
    return unit
  }
  const written = (text: string) => Array.from(text, unitOf).join('')
  return [written(a), written(b)]
}

function scoreOf(parameters: Compared[]): Score {
  const count = (holds: (parameter: Compared) => boolean) => parameters.filter(holds).length
  return {
    scored: true,
    value: parameters.reduce((sum, { similarity }) => sum + similarity, 0) / parameters.length,
    detail: {
      parameters,
      total: parameters.length,
      exact: count(({ exact }) => exact),
      equivalent: count(({ equivalent }) => equivalent),
    },
  }
}

// ---- equivalence ---------------------------------------------------------------------------------------------------

/** Whether two values differ only in whitespace, or are two spellings of one URL. */
export function meansTheSame(a: string, b: string): boolean {
  return normalised(a) === normalised(b)
}

function normalised(value: string): string {
  const text = value.trim().replaceAll(/\s+/g, ' ')
  const address = /^https?:\/\//i.test(text) ? parsed(text) : undefined
  return address ? normalisedAddress(address) : text
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function normalisedAddress({ protocol, hostname, port, pathname, search, hash }: URL): string {
  const host = isLoopbackHost(hostname) ? 'localhost' : hostname
  const path = readable(pathname).replace(/\/+$/, '')
  return `${protocol}//${host}:${port}${path}${search}${hash}`
}

/** Decodes unnecessary escapes. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch (error) {
    if (error instanceof URIError) return path
    throw error
  }
}
