import { setTimeout as delay } from 'node:timers/promises'
import type { Locator } from '@playwright/test'
import { Unmet } from '../../unmet.ts'
import { thingOf } from '../expectations/locator-words.ts'
import { unusableSentence } from '../expectations/reasons.ts'
import { steadily } from '../expectations/steady.ts'
import { answersOf, unusable, whenUsable, type Acting, type Question, type Usable } from './ask.ts'
import { clickAt } from './typing.ts'

export interface Box extends Usable {
  readonly kind: 'box' | 'radio' | 'other'
  readonly on: boolean
}

/**
 * Ticks or unticks a box, a radio button or a toggle: with a click on it or, if it is hidden, on its label or what stands for it.
 * @param question Finds the box: the element itself by default, or the option of a group
 * @throws ExpectationNotMet if it cannot be clicked, or does not change
 */
export async function setBox(
  locator: Locator,
  on: boolean,
  acting: Acting,
  question: Question = { ask: 'box' },
): Promise<void> {
  const thing = thingOf(String(locator))
  const box = await whenUsable<Box>(locator, question, acting, (found) =>
    found.kind === 'other' || found.on === on ? undefined : unusable(locator, found),
  )
  if (box.kind === 'other') throw new Unmet(unusableSentence(thing, 'no box'))
  if (box.on === on) return
  await clickAt(acting.page, box)
  const problem = new Unmet(unusableSentence(thing, on ? 'not ticked' : 'still ticked'))
  const glance = async () => {
    const [now] = await answersOf<Box>(locator, question)
    // The click may have replaced the page.
    return { problem: now === undefined || now.on === on ? undefined : problem }
  }
  if ((await glance()).problem === undefined) return
  await delay(SLOW_TOGGLE)
  await steadily({ glance }, acting.stillness, { ...acting.patience, stays: false })
}

/** Milliseconds after which a toggle that is drawn again shows its state. */
const SLOW_TOGGLE = 30
