/** Pages that notice looks, or try to: a look must neither tell them anything nor explain what they change. */
import { casesNamed } from '../../helpers.ts'
import { describe } from 'vitest'
import { A_PAGE_THAT_GOES_THROUGH_CASES, aPageThatGoesThrough } from './look-listeners-cases.ts'

describe('a page that goes through numbers fails, whatever it makes a look scroll to', () => {
  aPageThatGoesThrough(casesNamed(A_PAGE_THAT_GOES_THROUGH_CASES, 'at each third look'))
})
