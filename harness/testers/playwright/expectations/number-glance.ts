import type { Locator } from '@playwright/test'
import { Unmet } from '../../unmet.ts'
import type { Stillness } from '../stillness/stillness.ts'
import { thingOf } from './locator-words.ts'
import { means, numbersIn } from './numbers.ts'
import { shownText } from './pieces.ts'
import { lengthProblem, seenProblem } from './problems.ts'
import { cutNumberSentence, notOneSentence, numberSentence } from './reasons.ts'
import { lookAtOnly } from './seen.ts'
import type { Glance } from './steady.ts'

export interface NumberClaim {
  readonly locator: Locator
  readonly stillness: Stillness
  readonly wanted: string
  readonly not: boolean
  readonly within: number | undefined
}

/** Checks that the element shows the number and no other. */
export async function numberGlance({ locator, stillness, wanted, not, within }: NumberClaim): Promise<Glance> {
  const { count, seen } = await lookAtOnly(locator, stillness, 'read')
  const thing = thingOf(String(locator))
  if (seen === undefined) return { problem: not && count === 0 ? undefined : new Unmet(notOneSentence(thing, count)) }
  const { look, ...page } = seen
  const text = look.pieces ? shownText(look.pieces) : look.text
  const numbers = numbersIn(text)
  const [only = ''] = numbers
  const unmet = () => new Unmet(numberSentence(thing, wanted, not, text))
  if (not) {
    const isShown = numbers.some((number) => means(number, wanted))
    return { problem: isShown ? unmet() : undefined, text, ...page }
  }
  const isCut = look.pieces?.some((piece) => piece.state === 'cut') === true
  if (isCut) return { problem: new Unmet(cutNumberSentence(thing, wanted)) }
  const unseen = seenProblem(locator, look) ?? lengthProblem(locator, 'toHaveText', look, wanted, within)
  if (unseen) return { problem: unseen, text, ...page }
  if (numbers.length === 1 && means(only, wanted)) return { problem: undefined, text, ...page }
  return { problem: unmet(), text, ...page }
}
