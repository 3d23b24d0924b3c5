/** Messages of failed expectations of locators and pages: subject, expected value, actual value, and waiting time. */
import { isPlain, quoteText, showValue } from '../../shown-value.ts'
import type { MatcherError, Sentence } from '../../unmet.ts'
import type { Thing } from './locator-words.ts'

export interface FailedLook {
  /** Of the matcher, such as `toHaveText`. */
  readonly name: string
  readonly not: boolean
  /** Arguments of the matcher, including options. */
  readonly args: readonly unknown[]
  readonly error: MatcherError
}

/** @returns Undefined for a matcher that has no sentence here */
export function locatorSentence(thing: Thing, look: FailedLook): Sentence | undefined {
  const write = Object.hasOwn(LOCATORS, look.name) ? LOCATORS[look.name] : undefined
  if (write === undefined) return undefined
  const { message } = look.error
  const several = /^Error: strict mode violation: .* resolved to (\d+) elements:$/m.exec(message)?.[1]
  if (several !== undefined) return notOneSentence(thing, Number(several), previews(message))
  const problem = /^Error: (.+)$/m.exec(message)?.[1]
  if (problem !== undefined && !isMissing(look)) return () => `${the(thing)} could not be checked: ${problem}`
  return write(thing, look)
}

/** @returns Undefined for a matcher that has no sentence here */
export function pageSentence({ name, not, args, error }: FailedLook): Sentence | undefined {
  const what = PAGE_TEXTS[name]
  if (what === undefined) return undefined
  return propertySentence(`The ${what} of the page`, not, args[0], error.matcherResult.actual)
}

const PAGE_TEXTS: Readonly<Record<string, string>> = { toHaveURL: 'address', toHaveTitle: 'title' }

type Write = (thing: Thing, look: FailedLook) => Sentence

const LOCATORS: Readonly<Record<string, Write>> = {
  toBeVisible: (thing, look) => (look.not ? stillVisible(thing) : notVisible(thing, look)),
  toBeHidden: (thing, look) => (look.not ? notVisible(thing, look) : stillVisible(thing)),
  toBeChecked: (thing, look) => stateSentence(isOption(look, 'checked', false) ? 'unchecked' : 'checked')(thing, look),
  toBeEnabled: (thing, look) => stateSentence(isOption(look, 'enabled', false) ? 'disabled' : 'enabled')(thing, look),
  toBeEditable: (thing, look) =>
    stateSentence(isOption(look, 'editable', false) ? 'read-only' : 'editable')(thing, look),
  toBeDisabled: stateSentence('disabled'),
  toBeFocused: stateSentence('focused'),
  toBeEmpty: stateSentence('empty'),
  toBeInViewport: stateSentence('visible in the window'),
  toHaveCount: countSentence,
  toHaveText: textSentence,
  toContainText: textSentence,
  toHaveValue: valueSentence,
  toHaveValues: valueSentence,
  toHaveAttribute: (thing, look) => {
    const [name, value] = look.args
    const what = `attribute ${showValue(name)}`
    if (look.args.length > 1 && !isPlain(value)) return propertyOf(what, 1)(thing, look)
    if (isMissing(look)) return missing(thing, `have the ${what}`, look)
    return ({ within, after }) =>
      look.not ? `${the(thing)} still had the ${what}${after}` : `${the(thing)} did not get the ${what}${within}`
  },
  toHaveCSS: (thing, look) => propertyOf(`CSS property ${showValue(look.args[0])}`, 1)(thing, look),
  toHaveJSProperty: (thing, look) => propertyOf(`property ${showValue(look.args[0])}`, 1)(thing, look),
  toHaveClass: propertyOf('class'),
  toHaveId: propertyOf('id'),
  toHaveRole: propertyOf('role'),
  toHaveAccessibleName: propertyOf('accessible name'),
  toHaveAccessibleDescription: propertyOf('accessible description'),
}

function isOption({ args }: FailedLook, name: string, value: boolean): boolean {
  const options = args.at(-1)
  return isPlain(options) && options[name] === value
}

/** `The button named "Save"` */
function the({ ordinal, noun }: Thing): string {
  return `The ${ordinal}${noun}`
}

/** `No button named "Save"`, without an ordinal. */
function no({ ordinal, noun }: Thing): string {
  return `No ${/^(first|last) $/.test(ordinal) ? '' : ordinal}${noun}`
}

function isMissing({ error }: FailedLook): boolean {
  return /^Error: element\(s\) not found$/m.test(error.message)
}

/** The page has no such element, or more than one. */
export function notOneSentence(thing: Thing, count: number, examples: readonly string[] = []): Sentence {
  if (count === 0) return ({ within }) => `${no(thing)} appeared${within}`
  const list = examples.length === 0 ? '' : `: ${examples.join('; ')}`
  return ({ after }) => `Found ${String(count)} ${thing.plural}${after} instead of one${list}`
}

const MOST_PREVIEWS = 3
const LONGEST_PREVIEW = 100

/** The beginnings of the elements that the library lists. */
function previews(message: string): string[] {
  const lines = [...message.matchAll(/^ +\d+\) (.*?)(?: aka .*)?$/gm)].map(([, preview = '']) => preview)
  return lines.slice(0, MOST_PREVIEWS).map((preview) => preview.slice(0, LONGEST_PREVIEW))
}

/** @param wanted What is expected of it, such as `show "42"` */
function missing(thing: Thing, wanted: string, { not }: FailedLook): Sentence {
  return ({ within }) => `${no(thing)} appeared${within}; expected one ${not ? 'not ' : ''}to ${wanted}`
}

function notVisible(thing: Thing, look: FailedLook): Sentence {
  return isMissing(look) ? ({ within }) => `${no(thing)} became visible${within}` : stillHiddenSentence(thing)
}

export function stillHiddenSentence(thing: Thing): Sentence {
  return ({ within }) => `${the(thing)} did not become visible${within}: it is on the page, but hidden`
}

export function stillDisabledSentence(thing: Thing): Sentence {
  return ({ after }) => `${the(thing)} was still disabled${after}, so it could not be used`
}

const UNUSABLE: Readonly<Record<string, (by: string | undefined) => string>> = {
  moving: () => 'kept moving, so it could not be clicked',
  covered: (by) => `was covered by ${by ?? 'something else'}, so it could not be clicked`,
  'read-only': () => 'is read-only, and a click on it opened nothing that takes a text',
  'without focus': () => 'did not take the focus, so nothing could be typed into it',
  'no box': () => 'is no box, radio button or toggle',
  'not ticked': () => 'did not become ticked after a click on it',
  'still ticked': () => 'was still ticked after a click on it',
}

/** @param problem Of an element that a person wants to use, as `inside/person.js` names it */
export function unusableSentence(thing: Thing, problem: string, by?: string): Sentence {
  if (problem === 'hidden') return stillHiddenSentence(thing)
  if (problem === 'disabled') return stillDisabledSentence(thing)
  return ({ aside }) => `${the(thing)} ${UNUSABLE[problem]?.(by) ?? problem}${aside}`
}

function stillVisible(thing: Thing): Sentence {
  return ({ after }) => `${the(thing)} was still visible${after}`
}

function stateSentence(state: string): Write {
  return (thing, look) => {
    if (isMissing(look)) return missing(thing, `be ${state}`, look)
    if (look.not) return ({ after }) => `${the(thing)} was still ${state}${after}`
    return ({ within }) => `${the(thing)} did not become ${state}${within}`
  }
}

function countSentence(thing: Thing, { not, args: [expected], error }: FailedLook): Sentence {
  const actual = Number(error.matcherResult.actual ?? 0)
  const found = `${String(actual)} ${actual === 1 ? thing.noun : thing.plural}`
  if (not) return ({ after }) => `There ${actual === 1 ? 'was' : 'were'} still ${found}${after}`
  if (actual === 0) return ({ within }) => `No ${thing.noun} appeared${within}; ${String(expected)} expected`
  const wanted = expected === 0 ? 'although none is expected' : `not ${String(expected)}`
  return ({ after }) => `Found ${found}${after}, ${wanted}`
}

/** `"42"`, or words for another kind of expected value. */
function wantedText(expected: unknown, kind: 'text' | 'value', isPart = false): string {
  if (typeof expected === 'string') return isPart ? `a ${kind} with ${quoteText(expected)}` : quoteText(expected)
  if (expected instanceof RegExp) return `a ${kind} that matches ${String(expected)}`
  return Array.isArray(expected)
    ? `${isPart ? `${kind}s with` : `the ${kind}s`} ${showValue(expected)}`
    : showValue(expected)
}

function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : value
}

function textSentence(thing: Thing, look: FailedLook): Sentence {
  const { name, not, args, error } = look
  const [expected] = args
  const wanted = wantedText(expected, 'text', name === 'toContainText')
  if (isMissing(look)) return missing(thing, `show ${wanted}`, look)
  const actual = tidy(error.matcherResult.actual)
  if (Array.isArray(expected)) {
    const what = `The ${thing.plural}`
    if (not) return ({ after }) => `${what} still showed ${wanted}${after}: ${showValue(actual)}`
    return ({ within }) => `${what} did not show ${wanted}${within}; they showed ${showValue(actual)}`
  }
  if (not) {
    const isSame = name === 'toHaveText' && typeof expected === 'string'
    return ({ after }) => `${the(thing)} still showed ${wanted}${after}${isSame ? '' : `: ${showValue(actual)}`}`
  }
  return ({ within }) => `${the(thing)} did not show ${wanted}${within}; it showed ${textOrNone(actual)}`
}

function textOrNone(text: unknown): string {
  return text === '' || text === undefined ? 'no text' : showValue(text)
}

function valueSentence(thing: Thing, look: FailedLook): Sentence {
  const [expected] = look.args
  const wanted = wantedText(expected, 'value')
  if (isMissing(look)) return missing(thing, `hold ${wanted}`, look)
  const { actual } = look.error.matcherResult
  if (look.not) {
    const found = typeof expected === 'string' ? '' : `: ${showValue(actual)}`
    return ({ after }) => `${the(thing)} still held ${wanted}${after}${found}`
  }
  const found = actual === '' ? 'was empty' : `held ${showValue(actual)}`
  return ({ within }) => `${the(thing)} did not hold ${wanted}${within}; it ${found}`
}

/** @param at Index of the expected value among the arguments */
function propertyOf(what: string, at = 0): Write {
  return (thing, look) => {
    const expected = look.args[at]
    if (isMissing(look)) return missing(thing, `have the ${what} ${showValue(expected)}`, look)
    const { ordinal, noun } = thing
    return propertySentence(`The ${what} of the ${ordinal}${noun}`, look.not, expected, look.error.matcherResult.actual)
  }
}

function propertySentence(what: string, not: boolean, expected: unknown, actual: unknown): Sentence {
  const found = actual === null || actual === undefined ? 'was not there' : `was ${showValue(actual)}`
  if (expected instanceof RegExp)
    return not
      ? ({ after }) => `${what} still matched ${String(expected)}${after}: it ${found}`
      : ({ within }) => `${what} did not match ${String(expected)}${within}; it ${found}`
  return not
    ? ({ after }) => `${what} was still ${showValue(expected)}${after}`
    : ({ within }) => `${what} did not become ${showValue(expected)}${within}; it ${found}`
}

// ---- visibility, as the judge sees it ----

/** @param problem Why a person cannot see it, such as `is transparent` */
export function unseenSentence(thing: Thing, problem: string): Sentence {
  return ({ within }) => `A person could not see the ${thing.ordinal}${thing.noun}${within}: it ${problem}`
}

/** @param text The expected text, which is only where a person cannot see it */
export function hiddenTextSentence(thing: Thing, text: string | RegExp, visible: string): Sentence {
  const wanted = typeof text === 'string' ? quoteText(text) : `a text that matches ${String(text)}`
  const found = textOrNone(tidy(visible))
  return ({ within }) =>
    `A person could not see ${wanted} in the ${thing.ordinal}${thing.noun}${within}: the visible text was ${found}`
}

/** The text was found, but in an element with so much text that this proves nothing. */
export function tooMuchTextSentence(thing: Thing, length: number, most: number): Sentence {
  return () =>
    `${the(thing)} has ${String(length)} characters; a text found in an element counts only if it has at most ${String(most)}`
}

/** The text is longer than the limit for one element. */
export function tooLongSentence(thing: Thing, length: number, most: number): Sentence {
  return () => `${the(thing)} has ${String(length)} characters; at most ${String(most)} are read`
}

export function becameEmptySentence(thing: Thing): Sentence {
  return ({ after }) => `${the(thing)} became empty while it was read${after}`
}

export function numberSentence(thing: Thing, number: string, not: boolean, text: string): Sentence {
  const found = textOrNone(tidy(text))
  return not
    ? ({ after }) => `${the(thing)} still showed the number ${number}${after}: ${found}`
    : ({ within }) => `${the(thing)} did not show ${number} as its only number${within}; it showed ${found}`
}

export function cutNumberSentence(thing: Thing, number: string): Sentence {
  return ({ after }) =>
    `${the(thing)} was still cut off${after}, so its number cannot be read in full; expected ${number}`
}
