/** Pages that change outside of the tree, driven by clocks that are hard to detect. None of them passes. */
import { casesNamed } from '../../helpers.ts'
import { describe } from 'vitest'
import { A_PAGE_THAT_CHANGES_OUTSIDE_CASES, aPageThatChangesOutside } from './stillness-strange-cases.ts'

describe('a page that changes outside of the tree fails', () => {
  aPageThatChangesOutside(casesNamed(A_PAGE_THAT_CHANGES_OUTSIDE_CASES, 'a timer'))
})
