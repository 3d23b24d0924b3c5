import type { Locator } from '@playwright/test'
import { queryFirst, countNow, type Stillness } from '../stillness/stillness.ts'
import { TEXT_MATCHERS, hiddenProblem, isFoundByText, readProblem, seenProblem } from './problems.ts'
import { lookAt, lookAtEvery, readAt } from './seen.ts'
import type { Glance } from './steady.ts'

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
  if (!SEEN.has(name)) return { problem: undefined, ...(VALUES.has(name) ? await textOf(locator) : {}) }
  const isText = TEXT_MATCHERS.has(name)
  if (isText && Array.isArray(expected)) return listGlance(found, expected)
  if (!isText && !isFoundByText(locator)) {
    const { look, state } = await lookAt(locator, stillness)
    return { problem: seenProblem(locator, look), text: look.text, state }
  }
  const { look, state } = await readAt(locator, stillness)
  return { problem: readProblem(locator, name, look, expected, within), text: look.text, state }
}

/** Checks that each element shows its own text. */
async function listGlance({ locator, stillness, name, within }: Found, expected: readonly unknown[]): Promise<Glance> {
  const looks = await lookAtEvery(1, locator, stillness, 'read')
  const text = looks.map(({ look }) => look.text).join('\n')
  for (const [index, { look }] of looks.entries()) {
    const problem = readProblem(locator.nth(index), name, look, expected[index], within)
    if (problem !== undefined) return { problem, text }
  }
  return { problem: undefined, text, state: looks.at(-1)?.state }
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

/** A text that identifies what the locator shows now. */
export async function shownNow(locator: Locator, name: string): Promise<{ readonly text?: string }> {
  return name === 'toHaveCount' ? { text: String(await countNow(locator)) } : textOf(locator)
}

/** The text or the value of the first element. */
async function textOf(locator: Locator): Promise<{ readonly text?: string }> {
  return JSON.parse((await queryFirst(locator, 'text')) ?? '{}') as { text?: string }
}
