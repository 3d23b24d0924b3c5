import { ExpectationNotMet } from '../../../errors.ts'
import type { Within } from '../../../contracts/types.ts'
import { Unmet, isMatcherError, type MatcherError, type Sentence } from '../../unmet.ts'

/** A call such as `expect(locator, 'message').not.toHaveText('a', { timeout: 100 })`, without its subject. */
export interface MatcherCall {
  /** Of the matcher. */
  readonly name: string
  readonly not: boolean
  readonly args: readonly unknown[]
}

type Matcher = (...args: readonly unknown[]) => unknown

/** An object with all matchers, and `not`. */
export function matchers(check: (call: MatcherCall) => Promise<void>, not = false): unknown {
  return new Proxy(
    {},
    {
      get(_, key) {
        if (typeof key !== 'string' || key === 'then') return undefined
        if (key === 'not') return matchers(check, !not)
        return (...args: readonly unknown[]) => check({ name: key, not, args })
      },
    },
  )
}

interface MatcherArguments {
  /** The expected values. */
  readonly rest: readonly unknown[]
  readonly timeout: number | undefined
  readonly within: number | undefined
  /** Arguments for the library's matcher: without the timeout and `within`, which the harness handles. */
  readonly given: readonly unknown[]
}

/** Splits off the options: a plain object as last argument. Expected values are texts, patterns, numbers or lists. */
export function argumentsOf({ args }: MatcherCall): MatcherArguments {
  const last = args.at(-1)
  const isOptions = typeof last === 'object' && last !== null && Object.getPrototypeOf(last) === Object.prototype
  if (!isOptions) return { rest: args, timeout: undefined, within: undefined, given: args }
  const { timeout, within, ...others } = last as Within & { timeout?: number }
  const rest = args.slice(0, -1)
  return { rest, timeout, within, given: Object.keys(others).length === 0 ? rest : [...rest, others] }
}

/** @throws TypeError if the library has no such matcher */
export function matcherOf(expectation: unknown, { name, not }: MatcherCall): Matcher {
  const all = expectation as Record<string, Matcher> & { readonly not: Record<string, Matcher> }
  const matcher = not ? all.not[name] : all[name]
  if (typeof matcher !== 'function') throw new TypeError(`there is no matcher "${name}"`)
  return matcher
}

/**
 * Why a matcher does not hold; undefined if it holds. Rethrows other errors, such as that of a closed page.
 * @param inWords Undefined for a matcher without a sentence, which keeps the message of the library
 */
export async function problemOf(
  match: () => unknown,
  inWords: (error: MatcherError) => Sentence | undefined = () => undefined,
  timeout?: number,
): Promise<Error | undefined> {
  try {
    await match()
    return undefined
  } catch (error) {
    if (error instanceof ExpectationNotMet) return error
    if (!isMatcherError(error)) throw error
    const sentence = inWords(error)
    if (sentence !== undefined) return new Unmet(sentence)
    if (timeout !== undefined) error.message = error.message.replace(/^(Timeout: +)1ms$/m, `$1${String(timeout)}ms`)
    return error
  }
}
