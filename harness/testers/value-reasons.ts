/** Messages of failed expectations of values. */
import { inQuotes, isAsymmetric, isPlain, quoteText, showValue } from './shown-value.ts'

/** A failed matcher, and its arguments. */
export interface FailedMatch {
  readonly actual: unknown
  /** Of the matcher, such as `toEqual`. */
  readonly name: string
  readonly not: boolean
  readonly args: readonly unknown[]
  /** Whether the matcher considers two values equal. */
  readonly equals: (actual: unknown, expected: unknown) => boolean
}

/** Of longer values (in characters), only the differences are shown. */
const SHORT = 120
/** Characters that are shown around a place in a text, and after the place where two texts begin to differ. */
const AROUND = 60

/** @returns Undefined for a matcher that has no sentence here */
export function valueSentence(match: FailedMatch): string | undefined {
  return Object.hasOwn(SENTENCES, match.name) ? SENTENCES[match.name]?.(match) : undefined
}

type ToText = (match: FailedMatch) => string

const SENTENCES: Readonly<Record<string, ToText>> = {
  toBe: equality,
  toEqual: equality,
  toStrictEqual: equality,
  toContain: containing,
  toContainEqual: containing,
  toMatch: matching,
  toHaveLength: ({ actual, args, not }) => {
    const { length } = actual as { readonly length: number }
    const [one, several] = typeof actual === 'string' ? ['character', 'characters'] : ['entry', 'entries']
    const size = `${String(length)} ${length === 1 ? one : several}`
    const expected = not ? 'which it must not have' : `not ${showValue(args[0])}`
    return `The ${kindOf(actual)} has ${size}, ${expected}: ${showValue(actual)}`
  },
  toBeGreaterThan: compared('greater than'),
  toBeGreaterThanOrEqual: compared('greater than or equal to'),
  toBeLessThan: compared('less than'),
  toBeLessThanOrEqual: compared('less than or equal to'),
  toBeCloseTo: (match) => {
    const [expected, digits = 2] = match.args as [number, number?]
    return compared(`within ${String(10 ** -digits / 2)} of`)({ ...match, args: [expected] })
  },
  toBeNull: state('null'),
  toBeUndefined: state('undefined'),
  toBeDefined: state('defined'),
  toBeTruthy: state('truthy'),
  toBeFalsy: state('falsy'),
  toBeNaN: state('NaN'),
}

function compared(relation: string): ToText {
  return ({ actual, args, not }) =>
    not
      ? `The value ${showValue(actual)} is ${relation} ${showValue(args[0])}, which it must not be`
      : `The value ${showValue(actual)} is not ${relation} ${showValue(args[0])}`
}

function state(name: string): ToText {
  return ({ actual, not }) => {
    const value = showValue(actual)
    if (!not) return value === 'undefined' ? 'The value is undefined' : `The value ${value} is not ${name}`
    return value === name
      ? `The value is ${name}, which it must not be`
      : `The value ${value} is ${name}, which it must not be`
  }
}

function equality({ actual, args: [expected], not, name, equals }: FailedMatch): string {
  if (not) return `The value is ${showValue(actual)}, which it must not be`
  if (typeof actual === 'string' && typeof expected === 'string' && Math.max(actual.length, expected.length) > SHORT)
    return textDifference(actual, expected)
  const [is, should] = [showValue(actual), showValue(expected)]
  if (is === should)
    return name === 'toBe'
      ? `The value ${is} is equal to the expected one, but not the same object`
      : `The value ${is} looks like the expected one, but is not equal to it`
  if (Math.max(is.length, should.length) <= SHORT || name === 'toBe') return `The value is ${is}, not ${should}`
  const { path, difference } = firstDifference(actual, expected, equals)
  return path === '' ? `The value is ${is}, not ${should}` : `The values differ at ${path}: ${difference}`
}

/** Shows the place where two texts begin to differ. */
export function textDifference(actual: string, expected: string): string {
  let at = 0
  while (at < actual.length && actual[at] === expected[at]) at += 1
  const from = (text: string) => (at >= text.length ? 'nothing' : inQuotes(text.slice(at, at + AROUND)))
  return (
    `The text differs from the expected one from character ${String(at + 1)} on: it has ${from(actual)}, not ` +
    `${from(expected)} (${String(actual.length)} characters, ${String(expected.length)} expected)`
  )
}

interface Difference {
  /** Such as `[2].name`; empty for the values themselves. */
  readonly path: string
  readonly difference: string
}

function firstDifference(actual: unknown, expected: unknown, equals: FailedMatch['equals'], path = ''): Difference {
  const keys = keysOf(actual, expected)
  for (const key of keys) {
    const [one, other] = [Reflect.get(Object(actual), key) as unknown, Reflect.get(Object(expected), key) as unknown]
    const place = Array.isArray(actual) ? `${path}[${key}]` : `${path}${path === '' ? '' : '.'}${key}`
    if (!equals(one, other)) return firstDifference(one, other, equals, place)
  }
  return { path, difference: `it is ${showValue(actual)}, not ${showValue(expected)}` }
}

function keysOf(actual: unknown, expected: unknown): readonly string[] {
  if (isAsymmetric(expected)) return []
  const areLists = Array.isArray(actual) && Array.isArray(expected)
  if (!areLists && !(isPlain(actual) && isPlain(expected))) return []
  return [...new Set([...Object.keys(actual), ...Object.keys(expected)])]
}

function containing({ actual, args: [expected], not }: FailedMatch): string {
  const what = `The ${kindOf(actual)}`
  if (!not) return `${what} ${showValue(actual)} does not contain ${showValue(expected)}`
  const at = typeof actual === 'string' && typeof expected === 'string' ? actual.indexOf(expected) : -1
  const place = typeof actual === 'string' ? around(actual, at, String(expected).length) : showValue(actual)
  return `${what} contains ${showValue(expected)}, which it must not: ${place}`
}

function matching({ actual, args: [expected], not }: FailedMatch): string {
  const text = String(actual)
  const pattern = expected instanceof RegExp ? String(expected) : showValue(expected)
  if (!not) return `The text ${quoteText(text)} does not match ${pattern}`
  const found =
    expected instanceof RegExp ? new RegExp(expected.source, expected.flags.replace(/[gy]/g, '')) : undefined
  const match = found?.exec(text)
  const [at, length] = match
    ? [match.index, match[0].length]
    : [text.indexOf(String(expected)), String(expected).length]
  return `The text matches ${pattern}, which it must not: ${around(text, at, length)}`
}

/** A place in a text, with the characters around it. */
function around(text: string, at: number, length: number): string {
  const from = Math.max(0, at - AROUND)
  const to = Math.min(text.length, at + Math.min(length, AROUND) + AROUND)
  return inQuotes(`${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`)
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'text'
  return Array.isArray(value) ? 'list' : 'value'
}
