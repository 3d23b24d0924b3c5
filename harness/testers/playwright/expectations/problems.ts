import type { Locator } from '@playwright/test'
import { Unmet } from '../../unmet.ts'
import { foundBy } from './found-by.ts'
import { thingOf } from './locator-words.ts'
import { holdsAnywhere, shownText, shows } from './pieces.ts'
import { hiddenTextSentence, tooMuchTextSentence, unseenSentence } from './reasons.ts'
import type { Look } from './seen.ts'

/** Matchers of a text that an element shows. */
export const TEXT_MATCHERS: ReadonlySet<string> = new Set(['toHaveText', 'toContainText'])
/** Most characters of an element in which a text may be found: in a longer text nearly everything can be found. */
const LONGEST_TEXT = 300

/** Why a person cannot read the text that a matcher has found; undefined if a person can. */
export function readProblem(
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

/** A problem if a person cannot see the element. */
export function seenProblem(locator: Locator, { problem }: Look): Error | undefined {
  return problem === '' ? undefined : new Unmet(unseenSentence(thingOf(String(locator)), problem))
}

/** A problem if the expected text, or the text that the element was found by, is in a part that nobody can see. */
export function hiddenProblem(
  locator: Locator,
  { pieces, content = '' }: Look,
  name: string,
  expected: unknown,
): Error | undefined {
  if (pieces === undefined) return undefined
  const isText = (each: unknown): each is string | RegExp => typeof each === 'string' || each instanceof RegExp
  const isWanted = TEXT_MATCHERS.has(name)
  const { texts, rows } = foundBy(locator)
  const wanted = isWanted ? [expected].filter(isText) : [...rows, ...texts]
  // A text that was used to find a parent of the element need not be in the element.
  const isHere = (text: string | RegExp) => isWanted || holdsAnywhere(pieces, content, text)
  const hidden = wanted.find((text) => !shows(pieces, text) && isHere(text))
  if (hidden === undefined) return undefined
  return new Unmet(hiddenTextSentence(thingOf(String(locator)), hidden, shownText(pieces)))
}

/** A problem if the text was found in an element with so much text that it proves nothing. */
export function lengthProblem(
  locator: Locator,
  name: string,
  look: Look,
  expected: unknown,
  within = LONGEST_TEXT,
): Error | undefined {
  const isFound = TEXT_MATCHERS.has(name) || foundBy(locator).texts.length > 0
  const room = within + (typeof expected === 'string' ? expected.length : 0)
  if (!isFound || Array.isArray(expected) || look.length <= room) return undefined
  return new Unmet(tooMuchTextSentence(thingOf(String(locator)), look.length, room))
}

/** Whether a locator finds elements by their text, and so claims that they show it. */
export function isFoundByText(locator: Locator): boolean {
  const { texts, rows } = foundBy(locator)
  return texts.length + rows.length > 0
}

/** Whether a text that a person sees is the one that a matcher expects. */
export function isText(name: string, text: string, expected: unknown): boolean {
  // Hidden letters around the visible ones are read as spaces.
  if (expected instanceof RegExp)
    return new RegExp(expected.source, expected.flags.replace(/[gy]/g, '')).test(text.trim())
  if (typeof expected !== 'string') return false
  const [shown, wanted] = [tidy(text), tidy(expected)]
  return name === 'toHaveText' ? shown === wanted : shown.includes(wanted)
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()
