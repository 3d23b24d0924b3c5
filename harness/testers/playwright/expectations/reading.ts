import { setTimeout as delay } from 'node:timers/promises'
import type { Locator } from '@playwright/test'
import { spend } from '../../../lib/async/ledger.ts'
import { Unmet } from '../../unmet.ts'
import { isAtRest, isInBackground, type PageState } from '../stillness/page-state.ts'
import type { Stillness } from '../stillness/stillness.ts'
import { thingOf } from './locator-words.ts'
import { readableText } from './pieces.ts'
import { becameEmptySentence, notOneSentence, tooLongSentence, unseenSentence } from './reasons.ts'
import { lookAtOnly } from './seen.ts'
import { steadily, type Glance, type Patience } from './steady.ts'

/** Milliseconds between two looks at a page that is not at rest yet. */
const PAUSE = 50
/** Milliseconds without a change after which a page is settled. */
const QUIET = 100

/** The same after the last change and input, beside things that go on for ever, such as a dot that pulses. */
const QUIET_BESIDE = 1000

/** Waits until a page is at rest, for at most `patience` ms. Does not throw if the page never rests. */
export async function waitUntilStill(stillness: Pick<Stillness, 'state'>, patience: number): Promise<void> {
  const deadline = performance.now() + patience
  for (;;) {
    const state = await stillness.state()
    if (isSettled(state) || performance.now() > deadline) return
    await spend('expectations', () => delay(PAUSE))
  }
}

function isSettled(state: PageState): boolean {
  if (isAtRest(state)) return state.quiet >= QUIET
  return isInBackground(state) && Math.min(state.quiet, state.untouched) >= QUIET_BESIDE
}

/** Most characters that are read from one element. */
const MOST_READ = 2000

/**
 * The text of one element, as far as a person can see it, once it stays the same.
 * @throws ExpectationNotMet if it cannot be seen, keeps changing, or is too long to be an answer
 */
export async function readText(
  locator: Locator,
  stillness: Stillness,
  patience: Patience,
  within = MOST_READ,
): Promise<string> {
  const thing = thingOf(String(locator))
  let read = ''
  const glance = async (): Promise<Glance> => {
    const { count, seen } = await lookAtOnly(locator, stillness, 'read')
    if (seen === undefined) return { problem: new Unmet(notOneSentence(thing, count)) }
    const { look, ...page } = seen
    const text = look.pieces ? readableText(look.pieces) : look.text
    const becameEmpty = text === '' && read !== ''
    read = text
    if (look.problem !== '') return { problem: new Unmet(unseenSentence(thing, look.problem)), text, ...page }
    if (look.length > within) return { problem: new Unmet(tooLongSentence(thing, look.length, within)) }
    return { problem: becameEmpty ? new Unmet(becameEmptySentence(thing)) : undefined, text, value: text, ...page }
  }
  await steadily({ glance }, stillness, patience)
  return read.trim()
}
