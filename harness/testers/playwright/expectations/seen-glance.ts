import type { Locator } from '@playwright/test'
import type { ReportedState } from '../stillness/page-state.ts'
import { countNow, queryEvery, queryFirst, type Stillness } from '../stillness/stillness.ts'
import { TEXT_MATCHERS, hiddenProblem, isFoundByText, isText, readProblem, seenProblem } from './problems.ts'
import { lookAt, lookAtEvery, lookAtOnly, readAt, seenText } from './seen.ts'
import { countText, type Glance } from './steady.ts'

/** Matchers that claim that a person sees something. */
const SEEN = new Set(['toBeVisible', ...TEXT_MATCHERS])
/** Matchers of the value of a field. */
const VALUES = new Set(['toHaveValue', 'toHaveValues'])
/** How many of the counted elements are looked at. */
const LOOKED_AT = 5

/** An expectation that holds according to the library. */
export interface Found {
  readonly locator: Locator
  readonly stillness: Stillness
  /** Name of the matcher. */
  readonly name: string
  readonly expected: unknown
  readonly within: number | undefined
}

/** Checks that a person can see what the matcher has found. */
export async function seenGlance(found: Found): Promise<Glance> {
  const { locator, stillness, name, expected, within } = found
  if (name === 'toHaveCount') return countGlance(locator, stillness, Number(expected))
  if (!SEEN.has(name)) return { problem: undefined, ...(VALUES.has(name) ? await textOf(locator, stillness) : {}) }
  const isText = TEXT_MATCHERS.has(name)
  if (isText && Array.isArray(expected)) return listGlance(found, expected)
  if (!isText && !isFoundByText(locator)) {
    const { look, ...page } = await lookAt(locator, stillness)
    return { problem: seenProblem(locator, look), text: seenText(look), ...page }
  }
  const { look, ...page } = await readAt(locator, stillness)
  return { problem: readProblem(locator, name, look, expected, within), text: seenText(look), ...page }
}

/**
 * One question to the page for an expectation that holds at once, by what a person sees.
 * @returns `holds`, and what was seen; undefined if there is not exactly one element, or the matcher is about something else
 */
export async function quickGlance(found: Found): Promise<(Glance & { readonly holds: boolean }) | undefined> {
  const { locator, stillness, name, expected, within } = found
  const isWanted = TEXT_MATCHERS.has(name) ? !Array.isArray(expected) : name === 'toBeVisible'
  if (!isWanted) return undefined
  const isRead = TEXT_MATCHERS.has(name) || isFoundByText(locator)
  const { count, seen } = await lookAtOnly(locator, stillness, isRead ? 'read' : 'look')
  if (count !== 1 || seen === undefined) return undefined
  const { look, ...page } = seen
  const text = seenText(look)
  const isShown = TEXT_MATCHERS.has(name) ? isText(name, text, expected) : look.problem === ''
  const problem = isRead ? readProblem(locator, name, look, expected, within) : seenProblem(locator, look)
  return { holds: isShown && problem === undefined, problem, text, ...page }
}

/** Checks that each element shows its own text. */
async function listGlance({ locator, stillness, name, within }: Found, expected: readonly unknown[]): Promise<Glance> {
  const looks = await lookAtEvery(1, locator, stillness, 'read')
  const text = looks.map(({ look }) => seenText(look)).join('\n')
  for (const [index, { look }] of looks.entries()) {
    const problem = readProblem(locator.nth(index), name, look, expected[index], within)
    if (problem !== undefined) return { problem, text }
  }
  return { problem: undefined, text, state: looks.at(-1)?.state }
}

async function countGlance(locator: Locator, stillness: Stillness, count: number): Promise<Glance> {
  const text = countText(count)
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

/** A text that identifies what the locator shows now. */
export async function shownNow({ locator, name, expected, stillness }: Found): Promise<Omit<Glance, 'problem'>> {
  if (name === 'toHaveCount') return { text: countText(await countNow(locator)) }
  return Array.isArray(expected) ? textsOf(locator, stillness) : textOf(locator, stillness)
}

/** The texts of the first elements. */
async function textsOf(locator: Locator, stillness: Stillness): Promise<Omit<Glance, 'problem'>> {
  const inputs = stillness.inputs()
  const answers = (await queryEvery(locator, 'text', 1, MOST_ROWS)).map((each) => JSON.parse(each) as TextAnswer)
  const text = answers.map((each) => each.text).join('\n')
  const last = answers.at(-1)
  return { text, ...(last && { state: stillness.take(last.state, inputs) }) }
}
/** Rows of a list that are compared from look to look. */
const MOST_ROWS = 50

interface TextAnswer {
  readonly text: string
  readonly state: ReportedState
}

/** The text or the value of the first element. */
async function textOf(locator: Locator, stillness: Stillness): Promise<Omit<Glance, 'problem'>> {
  const inputs = stillness.inputs()
  const answer = await queryFirst(locator, 'text', stillness.sinceInput())
  if (answer === undefined) return {}
  const { text, state } = JSON.parse(answer) as TextAnswer
  return { text, state: stillness.take(state, inputs), plateaus: state.here?.plateaus }
}
