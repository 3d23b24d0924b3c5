import type { Expect } from '@playwright/test'
import { quoteText } from './shown-value.ts'
import { Unmet, isMatcherError } from './unmet.ts'
import { textDifference, valueSentence } from './value-reasons.ts'

/** Matchers whose message shows how two values differ. Computing it takes time with the product of their lengths. */
const COMPARING = new Set([
  'toBe',
  'toEqual',
  'toStrictEqual',
  'toContain',
  'toContainEqual',
  'toMatchObject',
  'toHaveProperty',
])
const EQUAL = new Set(['toEqual', 'toStrictEqual'])
/** Characters and values of both sides together up to which the library computes the difference: a tenth of a second. */
const MOST_SHOWN = 2000

type Matchers = Record<string, (...args: unknown[]) => unknown> & { readonly not: Matchers }

/** Playwright's `expect` for values, with messages of one sentence. It never compares long values in full. */
export function boundedExpect(base: Expect): Expect {
  return new Proxy(base, {
    apply: (_, __, [actual, message]: [unknown, string | undefined]) =>
      bounded(base, base(actual, message) as unknown as Matchers, { actual, message, not: false }),
    get: (target, key, receiver) => {
      const value: unknown = Reflect.get(target, key, receiver)
      if (key !== 'configure') return value
      return (options: Parameters<Expect['configure']>[0]) => boundedExpect(target.configure(options))
    },
  })
}

interface Subject {
  readonly actual: unknown
  readonly message: string | undefined
  readonly not: boolean
}

function bounded(base: Expect, matchers: Matchers, subject: Subject): unknown {
  return new Proxy(matchers, {
    get(target, key, receiver) {
      const matcher: unknown = Reflect.get(target, key, receiver)
      if (key === 'not') return bounded(base, matcher as Matchers, { ...subject, not: true })
      if (typeof key !== 'string' || typeof matcher !== 'function') return matcher
      return (...args: readonly unknown[]): unknown => {
        const { actual, message, not } = subject
        if (!not && COMPARING.has(key) && !isShort([actual, ...args])) {
          if (!isMet(base, actual, key, args)) throw new Unmet(() => longDifference(key, actual, args), message)
          return undefined
        }
        try {
          return Reflect.apply(matcher, target, args) as unknown
        } catch (error) {
          throw explained(error, base, subject, key, args)
        }
      }
    },
  })
}

/** A failed matcher in one sentence; the error itself if it is another one, or there is no sentence for the matcher. */
function explained(
  error: unknown,
  base: Expect,
  { actual, message, not }: Subject,
  name: string,
  args: readonly unknown[],
): unknown {
  if (!isMatcherError(error)) return error
  const equals = (one: unknown, other: unknown) => isMet(base, one, name, [other])
  const sentence = valueSentence({ actual, name, not, args, equals })
  return sentence === undefined ? error : new Unmet(({ aside }) => sentence + aside, message)
}

function isMet(base: Expect, actual: unknown, name: string, args: readonly unknown[]): boolean {
  // The library compares bytes one by one, as properties.
  if (EQUAL.has(name) && Buffer.isBuffer(actual) && Buffer.isBuffer(args[0])) return actual.equals(args[0])
  const matchers = base(actual) as unknown as Matchers
  try {
    // The negated matcher fails exactly if the expectation holds, and computes no difference.
    matchers.not[name]?.(...args)
    return false
  } catch (error) {
    if (isMatcherError(error)) return true
    throw error
  }
}

function longDifference(name: string, actual: unknown, [expected]: readonly unknown[]): string {
  if (typeof actual !== 'string' || typeof expected !== 'string')
    return 'The value is not the expected one; it is too large to show the differences'
  return name === 'toContain'
    ? `The text ${quoteText(actual)} does not contain ${quoteText(expected)}`
    : textDifference(actual, expected)
}

function isShort(values: readonly unknown[]): boolean {
  const seen = new Set<object>()
  let room = MOST_SHOWN
  const take = (value: unknown): void => {
    room -= typeof value === 'string' ? value.length : 1
    if (typeof value !== 'object' || value === null || seen.has(value) || room < 0) return
    seen.add(value)
    if (ArrayBuffer.isView(value)) {
      room -= value.byteLength
      return
    }
    const inner: Iterable<unknown> =
      value instanceof Map ? [...value.keys(), ...value.values()] : value instanceof Set ? value : entriesOf(value)
    for (const each of inner) {
      if (room < 0) return
      take(each)
    }
  }
  for (const value of values) take(value)
  return room >= 0
}

function* entriesOf(value: object): Iterable<unknown> {
  for (const [key, each] of Object.entries(value)) {
    if (!Array.isArray(value)) yield key
    yield each
  }
}
