import { setTimeout as delay } from 'node:timers/promises'
import type { Locator } from '@playwright/test'
import { isBrowserTimeout } from '../../../lib/browser/library.ts'
import { ExpectationNotMet } from '../../../errors.ts'
import { Unmet } from '../../unmet.ts'
import { withoutRecord } from '../evidence/unrecorded.ts'
import { countNow, type Stillness } from '../stillness/stillness.ts'
import { thingOf } from './locator-words.ts'
import { notOneSentence, stillDisabledSentence, stillHiddenSentence } from './reasons.ts'
import type { EarlyWatch } from './early-watch.ts'
import { steadily, type Patience, type Watched } from './steady.ts'

/** Conditions of an element for which the browser library waits before it performs an action. */
interface Needs {
  readonly visible: boolean
  readonly enabled: boolean
}

const PRESENT: Needs = { visible: false, enabled: false }
const VISIBLE: Needs = { visible: true, enabled: false }
const USABLE: Needs = { visible: true, enabled: true }

/** Actions that wait for their element, by the name of the library's method. */
const ACTIONS: Readonly<Record<string, Needs>> = {
  ...{ check: USABLE, click: USABLE, dblclick: USABLE, fill: USABLE, selectOption: USABLE, tap: USABLE },
  ...{ uncheck: USABLE, hover: VISIBLE, dispatchEvent: PRESENT, focus: PRESENT, press: PRESENT, type: PRESENT },
  ...{ setInputFiles: PRESENT, getAttribute: PRESENT, innerHTML: PRESENT, innerText: PRESENT, inputValue: PRESENT },
  ...{ isChecked: PRESENT, isDisabled: PRESENT, isEditable: PRESENT, isEnabled: PRESENT, textContent: PRESENT },
}

/** Arguments of these methods between the selector and the options; others have none. */
const ARGUMENTS: Readonly<Record<string, number>> = {
  ...{ fill: 1, selectOption: 1, press: 1, type: 1, setInputFiles: 1, getAttribute: 1, dispatchEvent: 2 },
}

export function isAction(name: PropertyKey): name is string {
  return typeof name === 'string' && Object.hasOwn(ACTIONS, name)
}

/** The arguments of an action after its selector, with a signal among its options. */
export function withSignal(name: string, args: readonly unknown[], signal: AbortSignal): unknown[] {
  const count = ARGUMENTS[name] ?? 0
  const options = args[count] as { readonly signal?: AbortSignal } | undefined
  const signals = options?.signal === undefined ? signal : AbortSignal.any([options.signal, signal])
  return [...Array.from({ length: count }, (_, index) => args[index]), { ...options, signal: signals }]
}

/** An action of a testcode on the element of a locator. */
export interface Action {
  readonly name: string
  readonly locator: Locator
  readonly stillness: Stillness
  readonly patience: Patience
  /** Performs it. The signal stops it while it still waits for the element. */
  readonly perform: (signal: AbortSignal) => Promise<unknown>
}

/** Milliseconds before the page is looked at. Nearly all actions are done by then, so they cost no look. */
const HEAD_START = 300

/**
 * Performs an action. If its element is missing, hidden or disabled on a page at rest, the action fails as soon as an expectation
 * would, and does not wait for its whole timeout.
 * @throws ExpectationNotMet if there is no such element, or it cannot be used
 */
export async function performAction({ name, locator, stillness, patience, perform }: Action): Promise<unknown> {
  const began = performance.now()
  const done = new AbortController()
  const given = new AbortController()
  const glance = () => withoutRecord(async () => ({ problem: await problemOf(locator, ACTIONS[name] ?? PRESENT) }))
  let early: Error | undefined
  // Whether the action is performed after all decides, and not whether its element came.
  const full: EarlyWatch | undefined = patience.full && {
    waits: (problem) => {
      early = problem
      patience.full?.waits(problem)
    },
    holds: () => undefined,
    fails: () => undefined,
  }
  const watching = watch(async () => {
    await delay(HEAD_START, undefined, { signal: done.signal })
    await steadily({ glance }, duringAction(stillness), { ...patience, full, stays: false, signal: done.signal })
  }, given)
  try {
    const result = await perform(given.signal)
    if (early !== undefined) patience.full?.holds(early, performance.now() - began)
    return result
  } catch (error) {
    done.abort()
    if (given.signal.aborted) throw given.signal.reason
    const failure = isBrowserTimeout(error) ? ((await lastProblem(glance, began)) ?? error) : error
    if (early !== undefined) patience.full?.fails(failure)
    throw failure
  } finally {
    done.abort()
    await watching
  }
}

/** The page while an action is under way. A look at one element is not compared with others: it is about no text. */
function duringAction(stillness: Stillness): Watched {
  return {
    last: undefined,
    habits: stillness.habits,
    state: () => stillness.stateDuringAction(),
    inputs: () => stillness.inputs(),
    noteOtherLook: () => false,
    revised: (state) => state,
  }
}

/** Stops the action if its element cannot be used. Every other end of the watching leaves the action alone. */
async function watch(waiting: () => Promise<void>, action: AbortController): Promise<void> {
  try {
    await waiting()
  } catch (error) {
    if (error instanceof ExpectationNotMet) action.abort(error)
  }
}

/** The same reason as on a page at rest, if the page never came to rest; undefined if the page cannot be asked. */
async function lastProblem(glance: () => Promise<{ problem: Unmet | undefined }>, began: number) {
  try {
    const { problem } = await glance()
    return problem?.after(performance.now() - began)
  } catch {
    // The page hangs or is gone: the timeout of the action says so.
    return undefined
  }
}

/** Why the library waits for an element; undefined if it is for no reason that is known here. */
async function problemOf(locator: Locator, { visible, enabled }: Needs): Promise<Unmet | undefined> {
  const thing = thingOf(String(locator))
  const count = await countNow(locator)
  if (count === 0) return new Unmet(notOneSentence(thing, 0))
  // The library itself refuses to act on one of several elements.
  if (count > 1) return undefined
  if (visible && !(await locator.isVisible())) return new Unmet(stillHiddenSentence(thing))
  if (enabled && (await isDisabled(locator))) return new Unmet(stillDisabledSentence(thing))
  return undefined
}

/** Milliseconds for an answer about an element that was there just before. */
const MOMENT = 500

/** False also if the element is gone by now. */
async function isDisabled(locator: Locator): Promise<boolean> {
  try {
    return await locator.isDisabled({ timeout: MOMENT })
  } catch (error) {
    if (isBrowserTimeout(error)) return false
    throw error
  }
}
