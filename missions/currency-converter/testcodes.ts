import type { Locator, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

type Code = 'EUR' | 'USD' | 'GBP' | 'JPY' | 'CHF'

/** Text is compared as it is seen: without what is hidden. */
const AS_SEEN = { useInnerText: true }

/** A number as a person would read it: not a part of another one. */
const number = (value: string): string => String.raw`(?<![\d.,-])${value.replace('.', '\\.')}(?![\d.,]*\d)`

async function choose({ element }: Fixtures, list: 'from_list' | 'to_list', code: Code): Promise<void> {
  const field = await element(list)
  const option = field.locator('option', { hasText: new RegExp(String.raw`\b${code}\b`) })
  await field.selectOption({ label: ((await option.textContent()) ?? '').replace(/\s+/g, ' ').trim() })
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

/** The result is on view, as this amount of this currency. */
async function seesResult({ element, expect }: Fixtures, amount: string, code: Code): Promise<Locator> {
  const result = await element('result_text')
  await expect(result).toBeVisible()
  await expect(result).toHaveText(new RegExp(String.raw`${number(amount)}\s*${code}\b`), AS_SEEN)
  return result
}

/** Each amount gives its result, one after the other, on a page that is opened once. */
async function converts(
  fixtures: Fixtures,
  cases: readonly (readonly [amount: string, from: Code, result: string, to: Code])[],
): Promise<void> {
  await fixtures.open('converter_url')
  for (const [amount, from, result, to] of cases) {
    await convert(fixtures, amount, from, to)
    await seesResult(fixtures, result, to)
  }
}

/** A message has come, and neither a result nor a rate is left of those that were shown before. */
async function seesAmountError({ element, expect }: Fixtures, old: readonly Locator[]): Promise<string> {
  const error = await element('amount_error')
  await expect(error).toBeVisible()
  await expect(error).toHaveText(/\bamount\b/i, AS_SEEN)
  for (const shown of old) {
    const text = async () => (await shown.filter({ visible: true }).allInnerTexts()).join(' ')
    await expect.poll(text, 'no result and no rate beside the message').not.toMatch(/\d\.\d/)
  }
  return error.innerText()
}

/** The conversions that are listed, in reading order: "100 EUR = 110.00 USD". */
async function listed(list: Locator): Promise<string[]> {
  const text = (await list.filter({ visible: true }).allInnerTexts()).join('\n')
  const found = text.matchAll(/([\d.,]+)\s*([A-Z]{3})\s*=\s*([\d.,]+)\s*([A-Z]{3})/g)
  return [...found].map(([, amount, from, result, to]) => `${amount} ${from} = ${result} ${to}`)
}

async function expectListed(fixtures: Fixtures, lines: readonly string[]): Promise<void> {
  const { element, expect } = fixtures
  const list = await element('history_list')
  await expect.poll(async () => (await listed(list)).slice(0, lines.length), 'the last conversions').toEqual(lines)
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
  await expect.poll(() => saved.count(), 'how often the page says "saved"').toBeGreaterThan(before)
}

async function expectRates({ element, expect }: Fixtures, rates: Readonly<Record<string, number>>): Promise<void> {
  for (const [code, rate] of Object.entries(rates)) {
    const field = await element(`${code}_field`)
    await expect.poll(async () => Number(await field.inputValue()), `the rate of ${code}`).toBe(rate)
  }
}

export default {
  'euros-into-dollars': async (fixtures) => {
    const { expect, open } = fixtures
    await open('converter_url')
    await convert(fixtures, '100', 'EUR', 'USD')
    await seesResult(fixtures, '110.00', 'USD')
    await convert(fixtures, '50', 'EUR', 'USD')
    const result = await seesResult(fixtures, '55.00', 'USD')
    await expect(result).not.toHaveText(/110\.00/, AS_SEEN)
  },

  'currencies-at-first': async (fixtures) => {
    await fixtures.forget()
    await fixtures.open('converter_url')
    await submit(fixtures, '70')
    await seesResult(fixtures, '77.00', 'USD')
  },

  'into-euros': (fixtures) =>
    converts(fixtures, [
      ['55', 'USD', '50.00', 'EUR'],
      ['85', 'GBP', '100.00', 'EUR'],
    ]),

  'same-currency': (fixtures) => converts(fixtures, [['12.5', 'GBP', '12.50', 'GBP']]),

  'between-others': (fixtures) =>
    converts(fixtures, [
      ['85', 'GBP', '95.00', 'CHF'],
      ['12345', 'USD', '1795636', 'JPY'],
    ]),

  'decimal-amounts': (fixtures) =>
    converts(fixtures, [
      ['19.99', 'EUR', '21.99', 'USD'],
      ['0.02', 'EUR', '0.02', 'GBP'],
    ]),

  'yen-without-decimals': (fixtures) => converts(fixtures, [['12.34', 'EUR', '1974', 'JPY']]),

  'large-amounts': (fixtures) =>
    converts(fixtures, [
      ['2500000', 'EUR', '2750000.00', 'USD'],
      // With the rate as it is shown it would be 3235250.00.
      ['2500000', 'GBP', '3235294.12', 'USD'],
    ]),

  'show-rate': async (fixtures) => {
    const { open, element, expect } = fixtures
    await open('converter_url')
    for (const [from, rate, to] of [
      ['EUR', '1.1000', 'USD'],
      ['USD', '145.4545', 'JPY'],
      ['GBP', '1.1176', 'CHF'],
    ] as const) {
      await convert(fixtures, '3', from, to)
      const shown = await element('rate_text')
      await expect(shown).toBeVisible()
      const expected = String.raw`${number('1')}\s*${from}\s*=\s*${number(rate)}\s*${to}\b`
      await expect(shown).toHaveText(new RegExp(expected), AS_SEEN)
    }
  },

  'swap-currencies': async (fixtures) => {
    const { open, element, expect } = fixtures
    await open('converter_url')
    await choose(fixtures, 'from_list', 'EUR')
    await choose(fixtures, 'to_list', 'GBP')
    for (const [amount, from, result, to] of [
      ['17', 'GBP', '20.00', 'EUR'],
      ['20', 'EUR', '17.00', 'GBP'],
    ] as const) {
      await (await element('swap_button')).click()
      await expect((await element('from_list')).locator('option:checked')).toHaveText(new RegExp(from))
      await expect((await element('to_list')).locator('option:checked')).toHaveText(new RegExp(to))
      await submit(fixtures, amount)
      await seesResult(fixtures, result, to)
      await choose(fixtures, 'from_list', from)
      await choose(fixtures, 'to_list', to)
    }
  },

  'refuse-amounts': async (fixtures) => {
    const { page, open, element, expect } = fixtures
    await open('converter_url')
    for (const amount of ['', '-5']) {
      await convert(fixtures, '30', 'EUR', 'USD')
      const result = await seesResult(fixtures, '33.00', 'USD')
      const rate = await element('rate_text')
      await convert(fixtures, amount, 'EUR', 'USD')
      const message = await seesAmountError(fixtures, [result, rate])
      await convert(fixtures, '30', 'EUR', 'USD')
      await seesResult(fixtures, '33.00', 'USD')
      await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
    }
  },

  'zero-amount': async (fixtures) => {
    await fixtures.open('converter_url')
    await convert(fixtures, '', 'EUR', 'CHF')
    await seesAmountError(fixtures, [])
    await convert(fixtures, '0', 'EUR', 'CHF')
    await seesResult(fixtures, '0.00', 'CHF')
  },

  'last-five': async (fixtures) => {
    await converts(fixtures, [
      ['1', 'EUR', '1.10', 'USD'],
      ['2', 'EUR', '320', 'JPY'],
      ['3.5', 'CHF', '3.50', 'CHF'],
      ['17', 'GBP', '20.00', 'EUR'],
      ['5', 'EUR', '5.50', 'USD'],
      ['6', 'EUR', '6.60', 'USD'],
    ])
    const lines = [
      '6 EUR = 6.60 USD',
      '5 EUR = 5.50 USD',
      '17 GBP = 20.00 EUR',
      '3.5 CHF = 3.50 CHF',
      '2 EUR = 320 JPY',
    ]
    const { open, element, expect } = fixtures
    await expect.poll(async () => listed(await element('history_list'))).toEqual(lines)
    await open('converter_url')
    await expect.poll(async () => listed(await element('history_list')), 'later').toEqual(lines)
  },

  'refused-not-listed': async (fixtures) => {
    const { open } = fixtures
    await converts(fixtures, [['8', 'EUR', '8.80', 'USD']])
    await expectListed(fixtures, ['8 EUR = 8.80 USD'])
    await convert(fixtures, '-9', 'EUR', 'USD')
    await seesAmountError(fixtures, [])
    await open('converter_url')
    await expectListed(fixtures, ['8 EUR = 8.80 USD'])
  },

  'listed-everywhere': async (fixtures) => {
    await converts(fixtures, [['340', 'GBP', '400.00', 'EUR']])
    await fixtures.forget()
    await fixtures.open('converter_url')
    await expectListed(fixtures, ['340 GBP = 400.00 EUR'])
  },

  'rates-at-first': async (fixtures) => {
    await fixtures.open('rates_url')
    await expectRates(fixtures, { usd: 1.1, gbp: 0.85, jpy: 160, chf: 0.95 })
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
    const { open, element, expect } = fixtures
    for (const rate of ['', '0', '-0.85']) {
      await open('rates_url')
      // Where one button saves all rates, a good one beside the bad one must not be saved either.
      await (await element('usd_field')).fill('1.3')
      await submitRate(fixtures, 'gbp', rate)
      const error = await element('rate_error')
      await expect(error).toBeVisible()
      await expect(error).toHaveText(/\brates?\b/i, AS_SEEN)
      await converts(fixtures, [
        ['100', 'EUR', '85.00', 'GBP'],
        ['100', 'EUR', '110.00', 'USD'],
      ])
    }
  },

  'change-rate': async (fixtures) => {
    await saveRate(fixtures, 'usd', '1.25')
    await fixtures.forget()
    await converts(fixtures, [
      ['100', 'EUR', '125.00', 'USD'],
      ['5', 'USD', '4.00', 'EUR'],
      ['100', 'EUR', '85.00', 'GBP'],
    ])
  },

  'rates-stay': async (fixtures) => {
    await fixtures.open('rates_url')
    await expectRates(fixtures, { usd: 1.25, gbp: 0.85, jpy: 160, chf: 0.95 })
  },

  'old-results-stay': async (fixtures) => {
    await converts(fixtures, [['700', 'EUR', '595.00', 'GBP']])
    await saveRate(fixtures, 'gbp', '0.8')
    await converts(fixtures, [['700', 'EUR', '560.00', 'GBP']])
    await expectListed(fixtures, ['700 EUR = 560.00 GBP', '700 EUR = 595.00 GBP'])
  },
} satisfies WebsiteTestcodes
