/** Bounds on what a testcode can read from a page, so that no page blocks the harness with a long text. */
import { casesNamed } from '../../helpers.ts'
import { describe } from 'vitest'
import { REFUSED, THAT_EXPECTS_A_TEXT_OF_CASES, cannotRead, thatExpectsATextOf } from './reading-cases.ts'

describe('a testcode', () => {
  cannotRead(casesNamed(REFUSED, 'inputValue', 'innerText'))

  thatExpectsATextOf(casesNamed(THAT_EXPECTS_A_TEXT_OF_CASES, '2500'))
})
