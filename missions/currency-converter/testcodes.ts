import type { Locator, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

const CODES = ['EUR', 'USD', 'GBP', 'JPY', 'CHF'] as const
type Code = (typeof CODES)[number]
/** The value of one EUR in each currency. */
type Rates = Readonly<Record<Code, string>>

const RATES: Rates = { EUR: '1', USD: '1.1', GBP: '0.85', JPY: '160', CHF: '0.95' }

interface Conversion {
  readonly amount: string
  readonly from: Code
  readonly result: string
  readonly to: Code
}

/** Compares only the text that a person sees. */
const AS_SEEN = { useInnerText: true }

/** Matches a number as a person reads it: not as a part of another number. */
const number = (value: string): string => String.raw`(?<![\d.,-])${value.replace('.', '\\.')}(?![\d.,]*\d)`

const decimalsOf = (code: Code): number => (code === 'JPY' ? 0 : 2)

/** Converts an amount. Rounds to so many decimals more (or, if negative, fewer) than the page shows. */
function converted({ decimal }: Fixtures, amount: string, [from, to]: readonly [Code, Code], rates: Rates, more = 0) {
  return decimal.quotient(decimal.product([amount, rates[to]]), rates[from], decimalsOf(to) + more)
}

/** The conversion of an amount, with its result. */
function conversionOf(
  fixtures: Fixtures,
  amount: string,
  [from, to]: readonly [Code, Code],
  rates = RATES,
): Conversion {
  return { amount, from, result: converted(fixtures, amount, [from, to], rates), to }
}

/** The three decimals after the shown ones are at least this far from 500: an exact half may be rounded either way. */
const FROM_A_HALF = 20

interface Kind {
  readonly from: string | number
  readonly to: string | number
  /** Of the amount. */
  readonly decimals?: number
  /** With each of these rates, the result is no tie. */
  readonly rates?: Rates
  readonly fits?: (drawn: Conversion) => boolean
}

/** A conversion with an amount of this kind. The last decimal of the amount is not 0. */
function conversion(fixtures: Fixtures, key: string, pair: readonly [Code, Code], kind: Kind): Conversion {
  const { given } = fixtures
  const { from, to, decimals = 0, rates = RATES, fits = () => true } = kind
  return given.suchThat(
    key,
    (each) => conversionOf(fixtures, given.decimal(each, { from, to, decimals }), pair, rates),
    (drawn) => {
      const rest = Number(converted(fixtures, drawn.amount, pair, rates, 3).replace('.', '').slice(-3))
      const endsInDecimals = decimals === 0 || !drawn.amount.endsWith('0')
      return endsInDecimals && Math.abs(rest - 500) >= FROM_A_HALF && fits(drawn)
    },
  )
}

/** Whether rounding an intermediate value, the rate or a sum in euros, would change the result. */
function needsNoRounding(fixtures: Fixtures): (drawn: Conversion) => boolean {
  const { decimal } = fixtures
  return ({ amount, from, to, result }) => {
    const rate = decimal.quotient(RATES[to], RATES[from], 4)
    const euros = decimal.quotient(amount, RATES[from], 2)
    const atRate = decimal.rounded(decimal.product([amount, rate]), decimalsOf(to))
    const overEuros = decimal.rounded(decimal.product([euros, RATES[to]]), decimalsOf(to))
    return result !== atRate && (from === 'EUR' || result !== overEuros)
  }
}

async function choose(fixtures: Fixtures, list: 'from_list' | 'to_list', code: Code): Promise<void> {
  await fixtures.choose(await fixtures.element(list), new RegExp(String.raw`\b${code}\b`))
}

async function submit({ element }: Fixtures, amount: string): Promise<void> {
  await (await element('amount_field')).fill(amount)
  await (await element('convert_button')).click()
}

async function convert(fixtures: Fixtures, amount: string, from: Code, to: Code): Promise<void> {
  await choose(fixtures, 'from_list', from)
  await choose(fixtures, 'to_list', to)
  await submit(fixtures, amount)
}

/** Expects the result to show this amount in this currency; the original amount may be beside it. */
async function seesResult({ element, expect }: Fixtures, { from, result, to }: Conversion): Promise<Locator> {
  const shown = await element('result_text')
  const source = String.raw`(?:[\d.,]*\d\s*${from}\b\D*)?`
  await expect(shown).toHaveText(new RegExp(String.raw`^\D*${source}${number(result)}\s*${to}\b\D*$`), AS_SEEN)
  return shown
}

/** Opens the page once, and expects each amount in turn to give its result. */
async function converts(fixtures: Fixtures, conversions: readonly Conversion[]): Promise<void> {
  await fixtures.open('converter_url')
  for (const each of conversions) {
    await convert(fixtures, each.amount, each.from, each.to)
    await seesResult(fixtures, each)
  }
}

/** Expects a message, and no result or rate that was shown before. */
async function seesAmountError({ element, expect, read }: Fixtures, old: readonly Locator[]): Promise<string> {
  const error = await element('amount_error')
  await expect(error).toHaveText(/\bamount\b/i, AS_SEEN)
  for (const shown of old) {
    const text = async () => (await shown.filter({ visible: true }).allInnerTexts()).join(' ')
    await expect.poll(text, 'no result and no rate beside the message').not.toMatch(/\d\.\d/)
  }
  return read(error)
}

const line = ({ amount, from, result, to }: Conversion): string => `${amount} ${from} = ${result} ${to}`
/** The number of conversions that the page lists. */
const LISTED = 5

/** The conversions in a text, in reading order: "100 EUR = 110.00 USD". */
function listedIn(text: string): string[] {
  const found = text.matchAll(/(?<![\d.,])([\d.,]+)\s*([A-Z]{3})\s*=\s*([\d.,]+)\s*([A-Z]{3})/g)
  return [...found].map(([, amount, from, result, to]) => `${amount} ${from} = ${result} ${to}`)
}

/** Expects the list to begin with these conversions, and to have at most five. */
async function expectListed(fixtures: Fixtures, conversions: readonly Conversion[]): Promise<void> {
  const { element, expect, read } = fixtures
  const list = await element('history_list')
  const lines = conversions.map(line)
  const first = async () => listedIn((await list.allInnerTexts()).join('\n')).slice(0, lines.length)
  await expect.poll(first, 'the last conversions').toEqual(lines)
  const all = listedIn(await read(list))
  expect(all.slice(0, lines.length), 'the last conversions').toEqual(lines)
  expect(all.length, 'listed conversions').toBeLessThanOrEqual(LISTED)
}

async function submitRate({ element }: Fixtures, code: 'usd' | 'gbp', rate: string): Promise<void> {
  await (await element(`${code}_field`)).fill(rate)
  await (await element(`save_${code}_button`)).click()
}

/** Changes a rate, and waits until the page says that it is saved. */
async function saveRate(fixtures: Fixtures, code: 'usd' | 'gbp', rate: string): Promise<void> {
  const { page, open, expect } = fixtures
  await open('rates_url')
  const saved = page.getByText(/\bsaved\b/i).filter({ visible: true })
  const before = await saved.count()
  await submitRate(fixtures, code, rate)
  await expect.poll(() => saved.count(), 'how often "saved" is on the page').toBeGreaterThan(before)
}

async function expectRates({ element, expect }: Fixtures, rates: Rates): Promise<void> {
  for (const code of CODES.filter((each) => each !== 'EUR')) {
    const field = await element(`${code.toLowerCase()}_field`)
    await expect(field).toBeVisible()
    await expect.poll(async () => Number(await field.inputValue()), `the rate of ${code}`).toBe(Number(rates[code]))
  }
}

/** The rates after a change of the dollar's rate. Each decimal of the new rate matters. */
function ratesWithNewDollar({ given }: Fixtures): Rates {
  const fits = (rate: string) => !rate.endsWith('0')
  return { ...RATES, USD: given.suchThat('new rate', (key) => given.decimal(key, RATE_OF_DOLLAR), fits) }
}
const RATE_OF_DOLLAR = { from: '1.15', to: '1.48', decimals: 2 }

/** An amount of whole euros, dollars or pounds. */
const WHOLE = { from: 20, to: 900 }

export default {
  'euros-into-dollars': async (fixtures) => {
    const { given } = fixtures
    const amounts = given.distinct('euros', 2, (key) => given.integer(key, WHOLE))
    await converts(
      fixtures,
      amounts.map((amount) => conversionOf(fixtures, String(amount), ['EUR', 'USD'])),
    )
  },

  'currencies-at-first': async (fixtures) => {
    const first = conversion(fixtures, 'first', ['EUR', 'USD'], WHOLE)
    await fixtures.forget()
    await fixtures.open('converter_url')
    await submit(fixtures, first.amount)
    await seesResult(fixtures, first)
  },

  'into-euros': (fixtures) =>
    converts(fixtures, [
      conversion(fixtures, 'dollars', ['USD', 'EUR'], WHOLE),
      conversion(fixtures, 'pounds', ['GBP', 'EUR'], WHOLE),
    ]),

  'same-currency': async (fixtures) => {
    const code = fixtures.given.pick('same', ['USD', 'GBP', 'CHF'] as const)
    await converts(fixtures, [
      conversion(fixtures, 'same amount', [code, code], { from: '10.1', to: '99.9', decimals: 1 }),
    ])
  },

  'between-others': (fixtures) =>
    converts(fixtures, [
      conversion(fixtures, 'into francs', ['GBP', 'CHF'], WHOLE),
      conversion(fixtures, 'into yen', ['USD', 'JPY'], {
        from: 12_000,
        to: 99_000,
        fits: needsNoRounding(fixtures),
      }),
    ]),

  'decimal-amounts': (fixtures) =>
    converts(fixtures, [
      conversion(fixtures, 'cents', ['EUR', 'USD'], { from: '10.01', to: '99.99', decimals: 2 }),
      conversion(fixtures, 'few cents', ['EUR', 'GBP'], { from: '0.02', to: '0.09', decimals: 2 }),
    ]),

  'yen-without-decimals': (fixtures) =>
    converts(fixtures, [
      conversion(fixtures, 'yen', ['EUR', 'JPY'], {
        from: '10.01',
        to: '99.99',
        decimals: 2,
        fits: ({ amount }) => !converted(fixtures, amount, ['EUR', 'JPY'], RATES, 2).endsWith('00'),
      }),
    ]),

  'large-amounts': (fixtures) =>
    converts(fixtures, [
      conversion(fixtures, 'millions', ['EUR', 'USD'], { from: 1_000_000, to: 9_000_000 }),
      conversion(fixtures, 'millions of pounds', ['GBP', 'USD'], {
        from: 1_000_000,
        to: 9_000_000,
        fits: needsNoRounding(fixtures),
      }),
    ]),

  'show-rate': async (fixtures) => {
    const { open, element, expect, given, decimal } = fixtures
    await open('converter_url')
    const amount = String(given.integer('for the rate', { from: 3, to: 9 }))
    for (const [from, to] of [
      ['EUR', given.pick('of euros', ['USD', 'GBP', 'CHF'] as const)],
      [given.pick('yen for', ['USD', 'CHF', 'GBP'] as const), 'JPY'],
      given.pick('between others', [
        ['GBP', 'CHF'],
        ['GBP', 'USD'],
        ['CHF', 'USD'],
        ['USD', 'CHF'],
      ] as const),
    ] as const) {
      await convert(fixtures, amount, from, to)
      const rate = decimal.quotient(RATES[to], RATES[from], 4)
      const expected = String.raw`^\D*${number('1')}\s*${from}\s*=\s*${number(rate)}\s*${to}\b\D*$`
      await expect(await element('rate_text')).toHaveText(new RegExp(expected), AS_SEEN)
    }
  },

  'swap-currencies': async (fixtures) => {
    const { open, element, expect, given, chosen } = fixtures
    const [one, other] = given.pick('swapped', [
      ['EUR', 'GBP'],
      ['GBP', 'CHF'],
      ['CHF', 'USD'],
    ] as const)
    await open('converter_url')
    await choose(fixtures, 'from_list', one)
    await choose(fixtures, 'to_list', other)
    for (const each of [
      conversion(fixtures, 'swapped once', [other, one], WHOLE),
      conversion(fixtures, 'swapped twice', [one, other], WHOLE),
    ]) {
      const { amount, from, to } = each
      await (await element('swap_button')).click()
      const [fromList, toList] = [await element('from_list'), await element('to_list')]
      await expect.poll(() => chosen(fromList), 'the first currency').toMatch(new RegExp(String.raw`\b${from}\b`))
      await expect.poll(() => chosen(toList), 'the second currency').toMatch(new RegExp(String.raw`\b${to}\b`))
      await submit(fixtures, amount)
      await seesResult(fixtures, each)
      await choose(fixtures, 'from_list', from)
      await choose(fixtures, 'to_list', to)
    }
  },

  'refuse-amounts': async (fixtures) => {
    const { page, open, element, expect, given } = fixtures
    const good = conversion(fixtures, 'good', ['EUR', 'USD'], WHOLE)
    const negative = given.integer('negative', { from: -900, to: -2 })
    await open('converter_url')
    for (const amount of ['', String(negative)]) {
      await convert(fixtures, good.amount, 'EUR', 'USD')
      const result = await seesResult(fixtures, good)
      const rate = await element('rate_text')
      await convert(fixtures, amount, 'EUR', 'USD')
      const message = await seesAmountError(fixtures, [result, rate])
      await convert(fixtures, good.amount, 'EUR', 'USD')
      await seesResult(fixtures, good)
      await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
    }
  },

  'zero-amount': async (fixtures) => {
    const to = fixtures.given.pick('nothing of', ['USD', 'GBP', 'CHF'] as const)
    await fixtures.open('converter_url')
    await convert(fixtures, '', 'EUR', to)
    await seesAmountError(fixtures, [])
    await convert(fixtures, '0', 'EUR', to)
    await seesResult(fixtures, { amount: '0', from: 'EUR', result: '0.00', to })
  },

  'last-five': async (fixtures) => {
    const { given, open } = fixtures
    const [one, two, three, four, five, six] = given.distinct('list', 6, (key) =>
      given.integer(key, { from: 2, to: 99 }),
    )
    const made = [
      conversionOf(fixtures, String(one), ['EUR', 'USD']),
      conversionOf(fixtures, String(two), ['EUR', 'JPY']),
      conversionOf(fixtures, `${String(three)}.5`, ['CHF', 'CHF']),
      conversionOf(fixtures, String(four), ['EUR', 'GBP']),
      conversionOf(fixtures, String(five), ['EUR', 'CHF']),
      conversionOf(fixtures, String(six), ['EUR', 'USD']),
    ]
    await converts(fixtures, made)
    const last = made.slice(1).reverse()
    await expectListed(fixtures, last)
    await open('converter_url')
    await expectListed(fixtures, last)
  },

  'refused-not-listed': async (fixtures) => {
    const made = conversion(fixtures, 'listed', ['EUR', 'USD'], WHOLE)
    const negative = fixtures.given.integer('not listed', { from: -900, to: -2 })
    await converts(fixtures, [made])
    await expectListed(fixtures, [made])
    await convert(fixtures, String(negative), 'EUR', 'USD')
    await seesAmountError(fixtures, [])
    await fixtures.open('converter_url')
    await expectListed(fixtures, [made])
  },

  'listed-everywhere': async (fixtures) => {
    const made = conversion(fixtures, 'listed everywhere', ['GBP', 'EUR'], WHOLE)
    await converts(fixtures, [made])
    await fixtures.forget()
    await fixtures.open('converter_url')
    await expectListed(fixtures, [made])
  },

  'rates-at-first': async (fixtures) => {
    await fixtures.open('rates_url')
    await expectRates(fixtures, RATES)
  },

  'go-between-pages': async ({ open, element, expect }) => {
    await open('converter_url')
    const amount = await element('amount_field')
    await expect(amount).toBeVisible()
    await (await element('rates_link')).click()
    await expect(await element('usd_field')).toBeVisible()
    await expect(amount).toBeHidden()
    await (await element('converter_link')).click()
    await expect(amount).toBeVisible()
  },

  'refuse-rates': async (fixtures) => {
    const { open, element, expect, given } = fixtures
    const amounts = given.distinct('still', 3, (key) => given.integer(key, WHOLE))
    const good = given.decimal('good rate', { from: '1.21', to: '1.69', decimals: 2 })
    const negative = given.decimal('negative rate', { from: '-0.94', to: '-0.71', decimals: 2 })
    for (const [index, rate] of ['', '0', negative].entries()) {
      await open('rates_url')
      // If one button saves all rates, a good one beside the bad one must not be saved either.
      await (await element('usd_field')).fill(good)
      await submitRate(fixtures, 'gbp', rate)
      await expect(await element('rate_error')).toHaveText(/\brates?\b/i, AS_SEEN)
      const amount = String(amounts[index])
      await converts(fixtures, [
        conversionOf(fixtures, amount, ['EUR', 'GBP']),
        conversionOf(fixtures, amount, ['EUR', 'USD']),
      ])
    }
  },

  'change-rate': async (fixtures) => {
    const rates = ratesWithNewDollar(fixtures)
    await saveRate(fixtures, 'usd', rates.USD)
    await fixtures.forget()
    await converts(fixtures, [
      conversion(fixtures, 'new dollars', ['EUR', 'USD'], { ...WHOLE, rates }),
      conversion(fixtures, 'euros for new dollars', ['USD', 'EUR'], { ...WHOLE, rates }),
      conversion(fixtures, 'old pounds', ['EUR', 'GBP'], { ...WHOLE, rates }),
    ])
  },

  'rates-stay': async (fixtures) => {
    await fixtures.open('rates_url')
    await expectRates(fixtures, ratesWithNewDollar(fixtures))
  },

  'old-results-stay': async (fixtures) => {
    const { given } = fixtures
    const changed = ratesWithNewDollar(fixtures)
    const rates = { ...changed, GBP: given.decimal('new pound', { from: '0.71', to: '0.79', decimals: 2 }) }
    const before = conversion(fixtures, 'at both rates', ['EUR', 'GBP'], {
      from: 300,
      to: 900,
      fits: (drawn) => !converted(fixtures, drawn.amount, ['EUR', 'GBP'], rates, 3).endsWith('500'),
    })
    const after = conversionOf(fixtures, before.amount, ['EUR', 'GBP'], rates)
    await converts(fixtures, [before])
    await saveRate(fixtures, 'gbp', rates.GBP)
    await converts(fixtures, [after])
    await expectListed(fixtures, [after, before])
  },
} satisfies WebsiteTestcodes
