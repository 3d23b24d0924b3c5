/** Bounds on what a testcode can read from a page, so that no page blocks the harness with a long text. */
import { describe } from 'vitest'
import { REFUSED, THAT_EXPECTS_A_TEXT_OF_CASES, cannotRead, thatExpectsATextOf } from './reading-cases.ts'

describe('a testcode', () => {
  cannotRead(REFUSED.slice(0, 2))

  thatExpectsATextOf(THAT_EXPECTS_A_TEXT_OF_CASES.slice(0, 1))
})
