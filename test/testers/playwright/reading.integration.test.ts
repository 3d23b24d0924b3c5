/** Bounds on what a testcode can read from a page, so that no page blocks the harness with a long text. */
import { afterAll, describe } from 'vitest'
import { closeBed } from './bed.ts'
import { REFUSED, THAT_EXPECTS_A_TEXT_OF_CASES, cannotRead, thatExpectsATextOf } from './reading-cases.ts'

afterAll(closeBed)

describe('a testcode', () => {
  cannotRead(REFUSED.slice(0, 2))

  thatExpectsATextOf(THAT_EXPECTS_A_TEXT_OF_CASES.slice(0, 1))
})
