import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendar } from '../../harness/lib/exact/calendar.ts'
import { decimal } from '../../harness/lib/exact/decimal.ts'

/** A decimal as units and number of decimals, and as text. */
const decimals = fc
  .record({ units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), scale: fc.integer({ min: 0, max: 12 }) })
  .map(({ units, scale }) => {
    const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
    const point = digits.length - scale
    const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
    return { units, scale, text: units < 0n ? `-${text}` : text }
  })

/** Numerator and denominator. */
type Ratio = readonly [bigint, bigint]

/** Independent of the code under test: the digits without the point over a power of ten. */
function ratioOf(text: string): Ratio {
  const [, fraction = ''] = text.split('.')
  return [BigInt(text.replace('.', '')), 10n ** BigInt(fraction.length)]
}

function equal([a, b]: Ratio, [c, d]: Ratio): boolean {
  return a * d === c * b
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** Compares twice the distance of two ratios with 10^-places. */
function twiceDistance([a, b]: Ratio, [c, d]: Ratio, places: number): -1 | 0 | 1 {
  const above = 2n * magnitude(a * d - c * b) * 10n ** BigInt(places)
  const below = magnitude(b * d)
  return above < below ? -1 : above === below ? 0 : 1
}

const places = fc.integer({ min: 0, max: 8 })
const roundings = fc.constantFrom('half-up', 'half-even')

describe('decimals', () => {
  it('add, subtract and multiply as ratios do', () => {
    fc.assert(
      fc.property(decimals, decimals, (one, other) => {
        const [[a, b], [c, d]] = [ratioOf(one.text), ratioOf(other.text)]
        expect(equal(ratioOf(decimal.sum([one.text, other.text])), [a * d + c * b, b * d])).toBe(true)
        expect(equal(ratioOf(decimal.difference(one.text, other.text)), [a * d - c * b, b * d])).toBe(true)
        expect(equal(ratioOf(decimal.product([one.text, other.text])), [a * c, b * d])).toBe(true)
        expect(decimal.compare(one.text, other.text)).toBe(a * d < c * b ? -1 : a * d === c * b ? 0 : 1)
      }),
    )
  })

  it('are rounded to the nearest value, and ties by the given rule', () => {
    fc.assert(
      fc.property(decimals, places, roundings, ({ text }, count, rounding) => {
        const result = decimal.rounded(text, count, rounding)
        expectNearest(result, ratioOf(text), count, rounding)
      }),
    )
  })

  it('are divided, with the quotient rounded to the nearest value', () => {
    const divisors = decimals.filter(({ units }) => units !== 0n)
    fc.assert(
      fc.property(decimals, divisors, places, roundings, (one, other, count, rounding) => {
        const [[a, b], [c, d]] = [ratioOf(one.text), ratioOf(other.text)]
        expectNearest(decimal.quotient(one.text, other.text, count, rounding), [a * d, b * c], count, rounding)
      }),
    )
  })

  function expectNearest(result: string, exact: Ratio, count: number, rounding: string): void {
    expect(result.split('.')[1]?.length ?? 0).toBe(count)
    const distance = twiceDistance(ratioOf(result), exact, count)
    expect(distance).toBeLessThanOrEqual(0)
    if (distance < 0) return
    const [units] = ratioOf(result)
    if (rounding === 'half-even') expect(units % 2n).toBe(0n)
    else {
      const [numerator, denominator] = exact
      expect(magnitude(units * denominator)).toBeGreaterThan(magnitude(numerator * 10n ** BigInt(count)))
    }
  }

  it.each([
    ['sums keep their decimals', decimal.sum(['0.10', '0.20']), '0.30'],
    ['no values sum to 0', decimal.sum([]), '0'],
    ['half up', decimal.rounded('2.345', 2), '2.35'],
    ['half up, negative', decimal.rounded('-2.345', 2), '-2.35'],
    ['half even', decimal.rounded('2.345', 2, 'half-even'), '2.34'],
    ['1.005, which floats round down', decimal.rounded('1.005', 2), '1.01'],
    ['no negative zero', decimal.rounded('-0.001', 2), '0.00'],
    ['more decimals than before', decimal.rounded('3', 2), '3.00'],
    ['zeros at the end', decimal.plain('1.500'), '1.5'],
    ['only zeros', decimal.plain('20.00'), '20'],
    ['thousands', decimal.grouped('-1234567.50'), '-1,234,567.50'],
    ['few digits', decimal.grouped('123.4567'), '123.4567'],
    ['a body mass index', decimal.quotient('700000', decimal.product(['175', '175']), 1), '22.9'],
  ])('%s', (_name, found, expected) => {
    expect(found).toBe(expected)
  })

  it.each(['', '1e3', '.5', '5.', '1,5', ' 1', '+1', 'NaN'])('"%s" is refused', (text) => {
    expect(() => decimal.sum([text])).toThrow(RangeError)
  })

  it('a division by 0 is refused', () => {
    expect(() => decimal.quotient('1', '0.00', 2)).toThrow(RangeError)
  })
})

describe('dates', () => {
  const dates = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))

  it('can be added to and subtracted by days', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -50_000, max: 50_000 }), (date, days) => {
        expect(calendar.daysBetween(date, calendar.addDays(date, days))).toBe(days)
        expect(calendar.weekday(calendar.addDays(date, 7))).toBe(calendar.weekday(date))
      }),
    )
  })

  it('have months with the right number of days', () => {
    fc.assert(
      fc.property(dates, (date) => {
        const first = `${date.slice(0, 7)}-01`
        const next = calendar.addDays(first, calendar.daysInMonth(date))
        expect(next.endsWith('-01')).toBe(true)
        expect(calendar.daysBetween(first, next)).toBeLessThanOrEqual(31)
        const year = date.slice(0, 4)
        expect(calendar.daysBetween(`${year}-02-01`, `${year}-03-01`)).toBe(calendar.isLeapYear(date) ? 29 : 28)
      }),
    )
  })

  it.each([
    ['2000-02-29', 'Tuesday'],
    ['2025-06-16', 'Monday'],
  ])('%s is a %s', (date, weekday) => {
    expect(calendar.weekday(date)).toBe(weekday)
  })

  it.each(['2025-02-30', '2025-6-1', '16 June 2025', ''])('"%s" is refused', (text) => {
    expect(() => calendar.weekday(text)).toThrow(RangeError)
  })
})
