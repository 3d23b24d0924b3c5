/** Bounds on what a testcode can read from a page, so that no page blocks the harness with a long text. */
import { casesNamed } from '../../helpers.ts'
import { describe } from 'vitest'
import { REFUSED, cannotRead } from './reading-cases.ts'

describe('a testcode', () => {
  cannotRead(casesNamed(REFUSED, 'inputValue', 'innerText'))
})
