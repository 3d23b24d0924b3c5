import type { Expect } from '@playwright/test'
import { ExpectationNotMet } from '../errors.ts'

/** Matchers whose message shows how two values differ, which takes time with the product of their lengths. */
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
/** Characters and values of both sides together up to which that is shown: a tenth of a second. */
const MOST_SHOWN = 2000
/** Characters of each side that are shown where they begin to differ. */
const SHOWN = 60

type Matchers = Record<string, (...args: unknown[]) => unknown> & { readonly not: Matchers }

/** Playwright's `expect` for values, which does not compute how long values differ: it says where they begin to. */
export function boundedExpect(base: Expect): Expect {
  return new Proxy(base, {
    apply: (_, __, [actual, message]: [unknown, string | undefined]) => bounded(base, actual, message),
    get: (target, key, receiver) => {
      const value: unknown = Reflect.get(target, key, receiver)
      if (key !== 'configure') return value
      return (options: Parameters<Expect['configure']>[0]) => boundedExpect(target.configure(options))
    },
  })
}

function bounded(base: Expect, actual: unknown, message: string | undefined): unknown {
  return new Proxy(base(actual, message), {
    get(matchers, key, receiver) {
      const matcher: unknown = Reflect.get(matchers, key, receiver)
      if (typeof key !== 'string' || !COMPARING.has(key) || typeof matcher !== 'function') return matcher
      return (...args: readonly unknown[]): unknown => {
        if (isShort([actual, ...args])) return Reflect.apply(matcher, matchers, args)
        if (!isMet(base, actual, key, args)) throw difference(actual, args[0], message)
        return undefined
      }
    },
  })
}

function isMet(base: Expect, actual: unknown, name: string, args: readonly unknown[]): boolean {
  // The library compares bytes one by one, as properties.
  if (EQUAL.has(name) && Buffer.isBuffer(actual) && Buffer.isBuffer(args[0])) return actual.equals(args[0])
  const matchers = base(actual) as unknown as Matchers
  try {
    // It fails exactly if the expectation holds, and computes no difference.
    matchers.not[name]?.(...args)
    return false
  } catch (error) {
    if (error instanceof Error && 'matcherResult' in error) return true
    throw error
  }
}

function difference(actual: unknown, expected: unknown, message = 'the value'): Error {
  if (typeof actual !== 'string' || typeof expected !== 'string')
    return new ExpectationNotMet(
      `${message}: it is not what was expected; it is too large for its differences to be shown`,
    )
  let at = 0
  while (at < actual.length && actual[at] === expected[at]) at += 1
  const shown = (text: string) => JSON.stringify(text.slice(at, at + SHOWN))
  return new ExpectationNotMet(
    `${message}: a text of ${String(actual.length)} characters is not the expected one of ${String(expected.length)}; ` +
      `from character ${String(at + 1)} on it is ${shown(actual)} and not ${shown(expected)}`,
  )
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
