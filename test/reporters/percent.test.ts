import { describe, expect, it } from 'vitest'
import { decimals, isNumberColumn, roundedText } from '../../harness/reporters/percent.ts'

describe('rounding', () => {
  it('never makes 0 or 1 of what lies between them', () => {
    expect([0, 0.0001, 0.5, 0.9996, 1, 1.25].map((value) => decimals(value, 3))).toEqual([
      ...['0.000', '0.001', '0.500', '0.999', '1.000', '1.250'],
    ])
    expect(roundedText(0.9996, { maximumSignificantDigits: 3 })).toBe('0.999')
  })

  it('separates thousands', () => {
    expect(roundedText(1915, {})).toBe('1,915')
  })
})

it('a column of numbers may have dashes and lower bounds, and no words', () => {
  const rows = [{ cells: ['-0.50', 'Git', '–'] }, { cells: ['≥ 3', '–', '–'] }]
  expect([0, 1, 2, 3].map((column) => isNumberColumn(rows, column))).toEqual([true, false, true, true])
})
