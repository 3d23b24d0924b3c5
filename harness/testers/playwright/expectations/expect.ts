import type { Expect, Locator, Page } from '@playwright/test'
import { ExpectationNotMet, HarnessFault } from '../../../errors.ts'
import type { TestcodeExpect, Within } from '../../../contracts/types.ts'
import { Unmet, isMatcherError, type MatcherError, type Sentence } from '../../unmet.ts'
import { askOf, countNow, type Stillness } from '../stillness/stillness.ts'
import { thingOf } from './locator-words.ts'
import { means, numbersIn } from './numbers.ts'
import { textsOf } from './found-by.ts'
import { holdsAnywhere, shownText, shows } from './pieces.ts'
import {
  cutNumberSentence,
  hiddenTextSentence,
  locatorSentence,
  notOneSentence,
  numberSentence,
  pageSentence,
  tooMuchTextSentence,
  unseenSentence,
} from './reasons.ts'
import { lookAt, lookAtEvery, readAt, type Look } from './seen.ts'
import { steadily, type Claim, type Glance } from './steady.ts'

export interface ExpectParts {
  readonly base: Expect
  /** Default timeout of an expectation in ms. */
  readonly patience: number
  readonly full?: boolean
  /** The stillness of the current page. */
  readonly stillness: () => Stillness
}

/** Matchers that claim that a person sees something. */
const SEEN = new Set(['toBeVisible', 'toHaveText', 'toContainText'])
/** Matchers of the value of a field. */
const VALUES = new Set(['toHaveValue', 'toHaveValues'])
const TEXTS = new Set(['toHaveText', 'toContainText'])
/** Most characters of an element in which a text may be found: in a longer text nearly everything can be found. */
const LONGEST_TEXT = 300
/** Number of counted elements that are looked at. */
const LOOKED_AT = 5

type Matcher = (...args: readonly unknown[]) => unknown

/**
 * Playwright's `expect` with the same matchers, but stricter. A matcher has to hold on a page at rest or, if the page never
 * rests, for a second. An element is visible only if a person can see it. A text is found only in short elements.
 */
export function steadyExpect(parts: ExpectParts): TestcodeExpect {
  const once = parts.base.configure({ timeout: 1 })
  const of = (actual: unknown, message?: unknown): unknown => {
    const kind = kindOf(actual)
    if (kind === 'locator')
      return matchers((name, not, args) => onLocator(parts, once, actual as Locator, message, name, not, args))
    if (kind === 'page')
      return matchers((name, not, args) => onPage(parts, once, actual as Page, message, name, not, args))
    return parts.base(actual, message as string)
  }
  const poll = (read: () => unknown, options?: unknown): unknown =>
    matchers((name, not, args) => onValue(parts, read, options, name, not, args))
  return new Proxy(parts.base, {
    apply: (_, __, [actual, message]: unknown[]) => of(actual, message),
    get: (target, key, receiver) => (key === 'poll' ? poll : (Reflect.get(target, key, receiver) as unknown)),
  }) as unknown as TestcodeExpect
}

type Check = (name: string, not: boolean, args: readonly unknown[]) => Promise<void>

/** An object with all matchers, and `not`. */
function matchers(check: Check, not = false): unknown {
  return new Proxy(
    {},
    {
      get(_, key) {
        if (typeof key !== 'string' || key === 'then') return undefined
        if (key === 'not') return matchers(check, !not)
        return (...args: readonly unknown[]) => check(key, not, args)
      },
    },
  )
}

/** Uses the same property as the library's own matchers: class names change when the library is bundled. */
function kindOf(actual: unknown): 'locator' | 'page' | undefined {
  if (typeof actual !== 'object' || actual === null) return undefined
  const { _apiName: name } = actual as { readonly _apiName?: string }
  // Without this check the library's own matchers would be used, which a page that changes by itself can satisfy by chance.
  if (name === undefined && 'locator' in actual)
    throw new HarnessFault('this version of the browser library has no "_apiName" on its objects; run npm ci')
  return name === 'Locator' ? 'locator' : name === 'Page' ? 'page' : undefined
}

/** Splits off the options: a plain object as last argument. Expected values are texts, patterns, numbers or lists. */
function optionsOf(args: readonly unknown[]): {
  readonly rest: readonly unknown[]
  readonly options: Within & { timeout?: number }
} {
  const last = args.at(-1)
  const isOptions = typeof last === 'object' && last !== null && Object.getPrototypeOf(last) === Object.prototype
  return isOptions ? { rest: args.slice(0, -1), options: last } : { rest: args, options: {} }
}

async function onLocator(
  parts: ExpectParts,
  once: Expect,
  locator: Locator,
  message: unknown,
  name: string,
  not: boolean,
  args: readonly unknown[],
): Promise<void> {
  const { rest, options } = optionsOf(args)
  const { timeout = parts.patience, within, ...others } = options
  const stillness = parts.stillness()
  const given = [...rest, ...trailing(others)]
  const inWords = (error: MatcherError) => locatorSentence(thingOf(String(locator)), { name, not, args: given, error })
  const glance =
    name === 'toShowNumber'
      ? () => numberGlance(locator, stillness, not, rest[0] as string, within)
      : async () => {
          const match = () => matcherOf(once(locator, message as string), name, not)(...given)
          const problem = await problemOf(match, inWords, timeout)
          if (problem !== undefined || not) return { problem, ...(await shownNow(locator, name)) }
          return seenGlance(locator, stillness, name, rest[0], within)
        }
  await holds({ glance }, parts, timeout, message)
}

/** @throws ExpectationNotMet with the message of the testcode before the reason */
async function holds(claim: Claim, { stillness, full = false }: ExpectParts, patience: number, message: unknown) {
  try {
    await steadily(claim, stillness(), { patience, full })
  } catch (error) {
    const isLabelled = typeof message !== 'string' || (error instanceof Error && error.message.startsWith(message))
    throw error instanceof ExpectationNotMet && !isLabelled
      ? new ExpectationNotMet(`${message}: ${error.message}`)
      : error
  }
}

function trailing(options: object): readonly unknown[] {
  return Object.keys(options).length === 0 ? [] : [options]
}

function matcherOf(expectation: unknown, name: string, not: boolean): Matcher {
  const all = expectation as Record<string, Matcher> & { readonly not: Record<string, Matcher> }
  const matcher = not ? all.not[name] : all[name]
  if (typeof matcher !== 'function') throw new TypeError(`there is no matcher "${name}"`)
  return matcher
}

/**
 * Why a matcher does not hold; undefined if it holds. Other errors, such as that of a page that is gone, are thrown on.
 * @param inWords Undefined for a matcher without a sentence, which keeps the message of the library
 */
async function problemOf(
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

/** A text that identifies what the locator shows now. */
async function shownNow(locator: Locator, name: string): Promise<{ readonly text?: string }> {
  return name === 'toHaveCount' ? { text: String(await countNow(locator)) } : textOf(locator)
}

/** The text or the value of the first element. */
async function textOf(locator: Locator): Promise<{ readonly text?: string }> {
  return JSON.parse((await askOf(locator, 'text')) ?? '{}') as { text?: string }
}

/** Checks that a person can see what the matcher has found. */
async function seenGlance(
  locator: Locator,
  stillness: Stillness,
  name: string,
  expected: unknown,
  within: number | undefined,
): Promise<Glance> {
  if (name === 'toHaveCount') return countGlance(locator, stillness, Number(expected))
  if (!SEEN.has(name)) return { problem: undefined, ...(VALUES.has(name) ? await textOf(locator) : {}) }
  if (TEXTS.has(name) && Array.isArray(expected)) return listGlance(locator, stillness, name, expected, within)
  if (!TEXTS.has(name) && !isFoundByText(locator)) {
    const { look, state } = await lookAt(locator, stillness)
    return { problem: seenProblem(locator, look), text: look.text, state }
  }
  const { look, state } = await readAt(locator, stillness)
  return { problem: readProblem(locator, name, look, expected, within), text: look.text, state }
}

/** Checks that each element shows its own text. */
async function listGlance(
  locator: Locator,
  stillness: Stillness,
  name: string,
  expected: readonly unknown[],
  within: number | undefined,
): Promise<Glance> {
  const looks = await lookAtEvery(1, locator, stillness, 'read')
  const text = looks.map(({ look }) => look.text).join('\n')
  for (const [index, { look }] of looks.entries()) {
    const problem = readProblem(locator.nth(index), name, look, expected[index], within)
    if (problem !== undefined) return { problem, text }
  }
  return { problem: undefined, text, state: looks.at(-1)?.state }
}

function readProblem(
  locator: Locator,
  name: string,
  look: Look,
  expected: unknown,
  within: number | undefined,
): Error | undefined {
  return (
    seenProblem(locator, look) ??
    hiddenProblem(locator, look, name, expected) ??
    lengthProblem(locator, name, look, expected, within)
  )
}

/** Whether a locator finds elements by their text, and so claims that they show it. */
function isFoundByText(locator: Locator): boolean {
  return /getByText\(|hasText|pe=%7B%22ask%22%3A%22row%22/.test(String(locator))
}

async function countGlance(locator: Locator, stillness: Stillness, count: number): Promise<Glance> {
  const text = String(count)
  const step = Math.max(1, Math.floor(count / LOOKED_AT))
  if (count === 0) return { problem: undefined, text }
  const isRead = isFoundByText(locator)
  const looks = await lookAtEvery(step, locator, stillness, isRead ? 'read' : 'look')
  for (const [index, { look }] of looks.entries()) {
    const one = locator.nth(index * step)
    const problem = seenProblem(one, look) ?? (isRead ? hiddenProblem(one, look, 'toBeVisible', undefined) : undefined)
    if (problem !== undefined) return { problem, text }
  }
  return { problem: undefined, text, state: looks.at(-1)?.state }
}

function seenProblem(locator: Locator, { problem }: Look): Error | undefined {
  return problem === '' ? undefined : new Unmet(unseenSentence(thingOf(String(locator)), problem))
}

/** A problem if the expected text, or the text that the element was found by, is in a part that nobody can see. */
function hiddenProblem(
  locator: Locator,
  { pieces, content = '' }: Look,
  name: string,
  expected: unknown,
): Error | undefined {
  if (pieces === undefined) return undefined
  const isText = (each: unknown): each is string | RegExp => typeof each === 'string' || each instanceof RegExp
  const isWanted = TEXTS.has(name)
  const wanted = isWanted ? [expected].filter(isText) : textsOf(locator)
  // A text that was used to find a parent of the element need not be in the element.
  const isHere = (text: string | RegExp) => isWanted || holdsAnywhere(pieces, content, text)
  const hidden = wanted.find((text) => !shows(pieces, text) && isHere(text))
  if (hidden === undefined) return undefined
  return new Unmet(hiddenTextSentence(thingOf(String(locator)), hidden, shownText(pieces)))
}

/** A problem if the text was found in an element with so much text that it proves nothing. */
function lengthProblem(
  locator: Locator,
  name: string,
  look: Look,
  expected: unknown,
  within = LONGEST_TEXT,
): Error | undefined {
  const isFound = TEXTS.has(name) || /getByText\(|hasText/.test(String(locator))
  const room = within + (typeof expected === 'string' ? expected.length : 0)
  if (!isFound || Array.isArray(expected) || look.length <= room) return undefined
  return new Unmet(tooMuchTextSentence(thingOf(String(locator)), look.length, room))
}

/** Checks that the element shows the number and no other. */
async function numberGlance(
  locator: Locator,
  stillness: Stillness,
  not: boolean,
  wanted: string,
  within: number | undefined,
): Promise<Glance> {
  const count = await countNow(locator)
  const thing = thingOf(String(locator))
  if (count !== 1) return { problem: not && count === 0 ? undefined : new Unmet(notOneSentence(thing, count)) }
  const { look, state } = await readAt(locator, stillness)
  const text = look.pieces ? shownText(look.pieces) : look.text
  const numbers = numbersIn(text)
  const [only = ''] = numbers
  const unmet = () => new Unmet(numberSentence(thing, wanted, not, text))
  if (not) {
    const isShown = numbers.some((number) => means(number, wanted))
    return { problem: isShown ? unmet() : undefined, text, state }
  }
  const isCut = look.pieces?.some((piece) => piece.state === 'cut') === true
  if (isCut) return { problem: new Unmet(cutNumberSentence(thing, wanted)) }
  const unseen = seenProblem(locator, look) ?? lengthProblem(locator, 'toHaveText', look, wanted, within)
  if (unseen) return { problem: unseen, text, state }
  if (numbers.length === 1 && means(only, wanted)) return { problem: undefined, text, state }
  return { problem: unmet(), text, state }
}

async function onPage(
  parts: ExpectParts,
  once: Expect,
  page: Page,
  message: unknown,
  name: string,
  not: boolean,
  args: readonly unknown[],
): Promise<void> {
  const { rest, options } = optionsOf(args)
  const { timeout = parts.patience, ...others } = options
  const given = [...rest, ...trailing(others)]
  const match = () => matcherOf(once(page, message as string), name, not)(...given)
  const inWords = (error: MatcherError) => pageSentence({ name, not, args: given, error })
  const glance = async () => ({ problem: await problemOf(match, inWords, timeout), text: page.url() })
  await holds({ glance }, parts, timeout, message)
}

/** `expect.poll`: a value that is read repeatedly. */
async function onValue(
  parts: ExpectParts,
  read: () => unknown,
  options: unknown,
  name: string,
  not: boolean,
  args: readonly unknown[],
): Promise<void> {
  const { message, timeout = parts.patience } =
    typeof options === 'string' ? { message: options } : ((options ?? {}) as { message?: string; timeout?: number })
  const glance = async (): Promise<Glance> => {
    const value: unknown = await read()
    const problem = await problemOf(() => matcherOf(parts.base(value, message), name, not)(...args))
    return { problem, text: textOfValue(value) }
  }
  await holds({ glance }, parts, timeout, message)
}

/** A text that identifies a value. */
function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined ? 'undefined' : JSON.stringify(value)
}
