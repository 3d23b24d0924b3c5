import { setTimeout as delay } from 'node:timers/promises'
import type { Locator } from '@playwright/test'
import { ExpectationNotMet } from '../../../errors.ts'
import { countNow, type Stillness } from '../stillness/stillness.ts'
import { readableText } from './pieces.ts'
import { readAt } from './seen.ts'
import { isAtRest } from '../stillness/page-state.ts'
import { steadily, type Patience } from './steady.ts'

/** Milliseconds between two looks at a page that is waited for. */
const PAUSE = 50
/** A page is settled once nothing has changed for so long (ms). */
const QUIET = 100

/** Waits until a page is at rest, at most for the patience (ms): a page that never rests is gone on with. */
export async function settled(stillness: Stillness, patience: number): Promise<void> {
  const deadline = performance.now() + patience
  for (;;) {
    const state = await stillness.state()
    if ((isAtRest(state) && state.quiet >= QUIET) || performance.now() > deadline) return
    await delay(PAUSE)
  }
}

/** Characters that are read off one element. */
const MOST_READ = 2000

/**
 * The text of one element, which a person can see, once it stays.
 * @throws ExpectationNotMet if it cannot be seen, keeps changing, or is too long to be an answer
 */
export async function readText(
  locator: Locator,
  stillness: Stillness,
  patience: Patience,
  within = MOST_READ,
): Promise<string> {
  let read = ''
  await steadily(
    {
      async glance() {
        const count = await countNow(locator)
        if (count !== 1)
          return { problem: new ExpectationNotMet(`${String(locator)} matches ${String(count)} elements, not one`) }
        const { look, state } = await readAt(locator, stillness)
        const text = look.pieces ? readableText(look.pieces) : look.text
        const changed = text !== read
        read = text
        if (look.problem !== '')
          return {
            problem: new ExpectationNotMet(`a person cannot read ${String(locator)}: it ${look.problem}`),
            text: read,
            state,
          }
        if (look.length > within)
          return {
            problem: new ExpectationNotMet(
              `${String(locator)} holds ${String(look.length)} characters; at most ${String(within)} are read`,
            ),
          }
        return {
          problem: changed && read === '' ? new ExpectationNotMet(`${String(locator)} is empty`) : undefined,
          text: read,
          state,
        }
      },
    },
    stillness,
    patience,
  )
  return read.trim()
}
