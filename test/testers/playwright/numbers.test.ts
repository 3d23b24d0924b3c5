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

/** Whether a text shows a number and no other. */
function shows(text: string, wanted: string): boolean {
  const [only = '', ...others] = numbersIn(text)
  return others.length === 0 && means(only, wanted)
}

const LANGUAGES = [
  ...[
    'en-US',
    'en-IN',
    'en-ZA',
    'de-DE',
    'de-CH',
    'de-AT',
    'fr-FR',
    'fr-CA',
    'fr-CH',
    'it-IT',
    'es-ES',
    'es-MX',
    'es-CL',
  ],
  ...[
    'pt-BR',
    'pt-PT',
    'nl-NL',
    'sv-SE',
    'nb-NO',
    'da-DK',
    'fi-FI',
    'pl-PL',
    'cs-CZ',
    'hu-HU',
    'bg-BG',
    'sl-SI',
    'lt-LT',
  ],
  ...[
    'uk-UA',
    'ru-RU',
    'tr-TR',
    'el-GR',
    'he-IL',
    'ar-EG',
    'ar-SA',
    'fa-IR',
    'hi-IN',
    'bn-BD',
    'mr-IN',
    'ne-NP',
    'ta-IN',
  ],
  ...[
    'th-TH',
    'vi-VN',
    'id-ID',
    'ms-MY',
    'zh-CN',
    'zh-TW',
    'ja-JP',
    'ko-KR',
    'my-MM',
    'sw-KE',
    'ur-PK',
    'eu-ES',
    'ka-GE',
  ],
]
const CURRENCIES = [
  ...[
    'USD',
    'EUR',
    'CHF',
    'GBP',
    'JPY',
    'INR',
    'SEK',
    'PLN',
    'BRL',
    'ZAR',
    'CNY',
    'KES',
    'PHP',
    'MXN',
    'CZK',
    'HUF',
    'AED',
  ],
  ...['IDR', 'MYR', 'PEN', 'KRW', 'DKK', 'NOK', 'TRY', 'UAH', 'RUB'],
]

describe('numbers as Intl.NumberFormat writes them', () => {
  const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })

  it.each(['standard', 'accounting'] as const)('amounts in every language, %s', (currencySign) => {
    const display = fc.constantFrom('symbol' as const, 'narrowSymbol' as const, 'code' as const)
    fc.assert(
      fc.property(
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(...CURRENCIES),
        display,
        cents,
        (language, currency, currencyDisplay, amount) => {
          const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
          const format = new Intl.NumberFormat(language, {
            style: 'currency',
            currency,
            currencySign,
            currencyDisplay,
            ...digits,
          })
          const text = format.format(amount / 100)
          expect([text, shows(text, (amount / 100).toFixed(2))]).toEqual([text, true])
          if (amount !== 0) expect([text, shows(text, (-amount / 100).toFixed(2))]).toEqual([text, false])
        },
      ),
      { numRuns: 3000 },
    )
  })

  it.each(['decimal', 'percent'] as const)('numbers in every language, %s', (style) => {
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), cents, (language, number) => {
        const value = style === 'percent' ? number / 10_000 : number / 100
        const format = new Intl.NumberFormat(language, { style, minimumFractionDigits: 2, maximumFractionDigits: 2 })
        const text = format.format(value)
        expect([text, shows(text, (number / 100).toFixed(2))]).toEqual([text, true])
      }),
      { numRuns: 1000 },
    )
  })
})

describe('where a text could mean two numbers', () => {
  it.each([
    ['Balance: ($5.00)', '-5.00'],
    ['($5.00)', '-5.00'],
    ['(5.00 €)', '-5.00'],
    ['Coffee ($5.00)', '5.00'],
    ['Tasks (3)', '3'],
    ['(3)', '3'],
    ['EUR-5', '-5'],
    ['-EUR 5', '-5'],
    ['COVID-19', '19'],
    ['Total – EUR 5.00', '5.00'],
    ['\u2066-1,5\u2069', '-1.5'],
    ['１２３，４５６．７８', '123456.78'],
    ['1,234', '1234'],
    ['1,234', '1.234'],
    ['12,34,567.50', '1234567.50'],
    ['Rs 500', '500'],
  ])('%s shows %s', (text, wanted) => {
    expect(shows(text, wanted)).toBe(true)
  })

  it.each([
    ['12,34,56', '123456'],
    ['($5.00)', '5.00'],
    ['Q1 5', '15'],
    ['\u202e51', '15'],
    ['1 2', '12'],
  ])('%s does not show %s', (text, wanted) => {
    expect(shows(text, wanted)).toBe(false)
  })

  it('names that end with a number contain none', () => {
    expect(numbersIn('A4 and Q1 and v2')).toEqual([])
  })
})

describe('numbers as people write them', () => {
  it('are found in full among words, in every notation', () => {
    fc.assert(
      fc.property(written, fc.constantFrom(...STYLES), (wanted, [thousands, point]) => {
        const text = grouped(wanted, thousands, point)
        expect(numbersIn(`Total: ${text} kg.`)).toHaveLength(1)
        expect(shows(`Total: ${text} kg.`, wanted)).toBe(true)
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
    expect(numbersIn('−5 °C')).toEqual(['-5'])
    expect(shows('from 3 –5', '-5')).toBe(false)
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
