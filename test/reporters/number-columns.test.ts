import { expect, it } from 'vitest'
import { isNumberColumn } from '../../harness/reporters/number-columns.ts'

it('a column of numbers may have dashes and lower bounds, and no words', () => {
  const rows = [{ cells: ['-0.50', 'Git', '–'] }, { cells: ['≥ 3', '–', '–'] }]
  expect([0, 1, 2, 3].map((column) => isNumberColumn(rows, column))).toEqual([true, false, true, true])
})
