import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { means, numbersIn } from '../../../harness/testers/playwright/expectations/numbers.ts'

/** Digits with a point, as testcodes write them. */
const written = fc
  .tuple(fc.boolean(), fc.integer({ min: 0, max: 99_999_999 }), fc.option(fc.integer({ min: 0, max: 99 })))
  .map(([negative, whole, cents]) => {
    const decimals = cents === null ? '' : `.${String(cents).padStart(2, '0')}`
    return `${negative && (whole > 0 || (cents ?? 0) > 0) ? '-' : ''}${String(whole)}${decimals}`
  })
const grouped = (wanted: string, thousands: string, point: string): string => {
  const [whole = '', decimals] = wanted.split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, thousands) + (decimals === undefined ? '' : point + decimals)
}
const STYLES = [
  ['', '.'],
  ['', ','],
  [',', '.'],
  ['.', ','],
  [' ', ','],
  ["'", '.'],
  ['\u00a0', ','],
  ['\u202f', ','],
] as const

describe('numbers as people write them', () => {
  it('are found in full among words, in every notation', () => {
    fc.assert(
      fc.property(written, fc.constantFrom(...STYLES), (wanted, [thousands, point]) => {
        const text = grouped(wanted, thousands, point)
        const [only = '', ...others] = numbersIn(`Total: ${text} kg.`)
        expect(others).toEqual([])
        expect(only).toBe(text)
        expect(means(only, wanted)).toBe(true)
      }),
    )
  })

  it('never mean another number of the same notation, or one with other decimals', () => {
    fc.assert(
      fc.property(written, written, (one, other) => {
        fc.pre(one !== other)
        expect(means(one, other) && !/\.\d{3}$/.test(one)).toBe(false)
      }),
    )
    expect(means('22.90', '22.9')).toBe(false)
    expect(means('22.9', '22.90')).toBe(false)
  })

  it('have a dash as sign only directly before the number', () => {
    expect(numbersIn('−5 °C')).toEqual(['−5'])
    expect(means('−5', '-5')).toBe(true)
    expect(numbersIn('2025-06-16')).toHaveLength(3)
    expect(numbersIn('A4 and v2.1')).not.toContain('-2.1')
  })

  it('are all found, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 1, maxLength: 50 }), (all) => {
        expect(numbersIn(all.join(' | ')).map(Number)).toEqual(all)
      }),
    )
  })
})
