import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { Unmet } from '../../unmet.ts'
import { thingOf } from '../expectations/locator-words.ts'
import { notOneSentence, unusableSentence } from '../expectations/reasons.ts'
import { steadily, type Patience } from '../expectations/steady.ts'
import { PERSON } from '../stillness/inside.ts'
import type { Stillness } from '../stillness/stillness.ts'

/** A point of the window, in pixels. */
export interface PointOfWindow {
  readonly x: number
  readonly y: number
}

/** An answer of `inside/person.js` about an element that a person wants to use. */
export interface Usable {
  /** `hidden`, `disabled`, `moving`, `covered` or `read-only`; empty if the element can be used. */
  readonly problem: string
  /** Where to click it. */
  readonly point?: PointOfWindow
  /** The element that covers it, such as `<div>`. */
  readonly by?: string
}

/** The parts of a trial that the acts of a person need. */
export interface Acting {
  /** The page of the browser, whose calls are those of the harness. */
  readonly page: Page
  readonly stillness: Stillness
  readonly patience: Patience
}

export type Question = Readonly<Record<string, unknown>> & { readonly ask: string }

/** The selector by which a question is put to each element that a locator finds. */
export function personSelector(question: Question): string {
  // A quote would hide the end of the selector from the browser library.
  return `${PERSON}=${encodeURIComponent(JSON.stringify(question)).replaceAll("'", '%27')}`
}

/** The answers of the elements that a locator, or the page itself, has at this moment; none while documents change. */
export async function answersOf<A>(place: Locator | Page, question: Question): Promise<A[]> {
  try {
    const texts = await place.locator(personSelector(question)).allTextContents()
    return texts.map((text) => JSON.parse(text) as A)
  } catch (error) {
    if (/because of a navigation|context was destroyed/i.test(String(error))) return []
    throw error
  }
}

/**
 * Asks about the one element of a locator until it can be used.
 * @param problemOf Why the answer does not do; by default, its own problem
 * @throws ExpectationNotMet if it cannot be used on a page at rest, or within the patience; an error if there are several
 */
export async function whenUsable<A extends Usable>(
  locator: Locator,
  question: Question,
  { stillness, patience }: Acting,
  problemOf: (answer: A) => Unmet | undefined = (answer) => unusable(locator, answer),
): Promise<A> {
  const thing = thingOf(String(locator))
  let usable: A | undefined
  const glance = async () => {
    const [answer, ...others] = await answersOf<A>(locator, question)
    if (others.length > 0) await strictly(locator)
    const problem = answer === undefined ? new Unmet(notOneSentence(thing, 0)) : problemOf(answer)
    if (problem === undefined) usable = answer
    return { problem }
  }
  if ((await glance()).problem !== undefined) await steadily({ glance }, stillness, { ...patience, stays: false })
  if (usable === undefined) throw new TypeError('an element that can be used has given an answer')
  return usable
}

export function unusable(locator: Locator, { problem, by }: Usable): Unmet | undefined {
  return problem === '' ? undefined : new Unmet(unusableSentence(thingOf(String(locator)), problem, by))
}

/** Lets the library refuse a locator that finds several elements, as it does for every action. */
async function strictly(locator: Locator): Promise<void> {
  await locator.getAttribute('id', { timeout: 2000 })
}

const PAUSE = 40

/** Looks until there is a result; undefined if there is none within so many milliseconds. */
export async function within<T>(milliseconds: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const deadline = performance.now() + milliseconds
  for (;;) {
    const result = await look()
    if (result !== undefined || performance.now() > deadline) return result
    await delay(PAUSE)
  }
}
