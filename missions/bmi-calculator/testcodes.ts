import type { WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

type Locator = Awaited<ReturnType<Fixtures['element']>>
interface Measurements {
  readonly weight: string
  readonly height: string
}

const CATEGORIES = ['Underweight', 'Normal', 'Overweight', 'Obese'] as const
type Category = (typeof CATEGORIES)[number]
const ANY_CATEGORY = new RegExp(String.raw`\b(${CATEGORIES.join('|')})\b`, 'i')

/** 22.9 as a person would read it: not a part of 122.9 or 22.95. */
const number = (value: string): RegExp => new RegExp(String.raw`(?<![\d.,])${value.replace('.', '[.,]')}(?!\d)`)
const word = (text: string): RegExp => new RegExp(String.raw`\b${text}\b`, 'i')
/** Text is compared as it is seen: without what is hidden. */
const AS_SEEN = { useInnerText: true }

const GOOD: Measurements = { weight: '70', height: '175' }
const GOOD_BMI = '22.9'

/** Types both measurements and presses the button. */
async function calculate({ element }: Fixtures, { weight, height }: Measurements): Promise<void> {
  await (await element('weight_field')).fill(weight)
  await (await element('height_field')).fill(height)
  await (await element('calculate_button')).click()
}

/** The result is on view with this number and, where one is given, this category and no other. */
async function seesResult({ element, expect }: Fixtures, bmi: string, category?: Category): Promise<Locator> {
  const result = await element('result_text')
  await expect(result).toBeVisible()
  await expect(result).toHaveText(number(bmi), AS_SEEN)
  if (category === undefined) return result
  await expect(result).toHaveText(word(category), AS_SEEN)
  for (const other of CATEGORIES.filter((name) => name !== category)) {
    await expect(result).not.toHaveText(word(other), AS_SEEN)
  }
  return result
}

/** From a fresh page, each calculation gives its number and its category. */
async function calculatesCategory(
  fixtures: Fixtures,
  cases: readonly (Measurements & { readonly bmi: string; readonly category: Category })[],
): Promise<void> {
  await fixtures.open('calculator_url')
  for (const { bmi, category, ...measurements } of cases) {
    await calculate(fixtures, measurements)
    await seesResult(fixtures, bmi, category)
  }
}

/** The old result is gone, no other has come, and a message names what is wrong; returns that message. */
async function seesRefusal(
  { page, element, expect }: Fixtures,
  old: Locator,
  wrong: 'weight' | 'height',
): Promise<string> {
  const body = page.locator('body')
  await expect(body).not.toHaveText(number(GOOD_BMI), AS_SEEN)
  // The element of the result may be gone, hidden, empty, or hold the message by now.
  const result = old.filter({ visible: true })
  await expect.poll(async () => (await result.allInnerTexts()).join(' ')).not.toMatch(ANY_CATEGORY)
  const message = await element('error_text')
  await expect(message).toBeVisible()
  await expect(message).toHaveText(word(wrong), AS_SEEN)
  await expect(message).not.toHaveText(word(wrong === 'weight' ? 'height' : 'weight'), AS_SEEN)
  await expect(body).not.toHaveText(/\bNaN\b|infinity|∞/i, AS_SEEN)
  return message.innerText()
}

/** Each bad value takes the result away and brings a message; a good one does the reverse. */
async function refuses(fixtures: Fixtures, wrong: 'weight' | 'height', values: readonly string[]): Promise<void> {
  const { page, expect, open } = fixtures
  await open('calculator_url')
  await calculate(fixtures, GOOD)
  const result = await seesResult(fixtures, GOOD_BMI)
  for (const value of values) {
    await calculate(fixtures, { ...GOOD, [wrong]: value })
    const message = await seesRefusal(fixtures, result, wrong)
    await calculate(fixtures, GOOD)
    await seesResult(fixtures, GOOD_BMI)
    await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
  }
}

/** Numbers that hardly anybody has are computed all the same. */
async function computes(
  fixtures: Fixtures,
  cases: readonly (Measurements & { readonly bmi: string })[],
): Promise<void> {
  for (const { bmi, ...measurements } of cases) {
    await calculate(fixtures, measurements)
    await seesResult(fixtures, bmi)
  }
}

/** Clicks what chooses units; an option is chosen in the select that holds it. */
async function choose({ page, element }: Fixtures, parameter: 'metric_choice' | 'imperial_choice'): Promise<void> {
  const choice = await element(parameter)
  if ((await choice.and(page.locator('option')).count()) === 1) {
    await choice.locator('xpath=ancestor::select').selectOption(await choice.elementHandle())
  } else {
    await choice.click()
  }
}

/** Presses the second button; both fields are empty then. */
async function clear({ element, expect }: Fixtures): Promise<void> {
  await (await element('clear_button')).click()
  await expect(await element('weight_field')).toHaveValue('')
  await expect(await element('height_field')).toHaveValue('')
}

export default {
  'metric-value': async (fixtures) => {
    const { page, expect, open } = fixtures
    await open('calculator_url')
    await expect(page.locator('body')).not.toHaveText(number(GOOD_BMI), AS_SEEN)
    await calculate(fixtures, GOOD)
    await seesResult(fixtures, GOOD_BMI)
  },

  'new-value': async (fixtures) => {
    const { element, expect, open } = fixtures
    await open('calculator_url')
    await calculate(fixtures, GOOD)
    await seesResult(fixtures, GOOD_BMI)
    await calculate(fixtures, { weight: '90', height: '180' })
    await seesResult(fixtures, '27.8')
    await expect(await element('result_text')).not.toHaveText(number(GOOD_BMI), AS_SEEN)
  },

  'one-decimal': async (fixtures) => {
    await fixtures.open('calculator_url')
    await calculate(fixtures, { weight: '88', height: '200' })
    await seesResult(fixtures, '22.0')
    await calculate(fixtures, { weight: '160', height: '200' })
    await seesResult(fixtures, '40.0')
  },

  'decimal-input': async (fixtures) => {
    await fixtures.open('calculator_url')
    await calculate(fixtures, { weight: '68', height: '170' })
    await seesResult(fixtures, '23.5')
    await calculate(fixtures, { weight: '58.5', height: '168.5' })
    await seesResult(fixtures, '20.6')
  },

  'imperial-value': async (fixtures) => {
    for (const { bmi, category, ...measurements } of [
      { weight: '154', height: '69', bmi: '22.7', category: 'Normal' },
      { weight: '200', height: '70', bmi: '28.7', category: 'Overweight' },
    ] as const) {
      await fixtures.open('calculator_url')
      await choose(fixtures, 'imperial_choice')
      await calculate(fixtures, measurements)
      await seesResult(fixtures, bmi, category)
    }
  },

  'switch-units': async (fixtures) => {
    await fixtures.open('calculator_url')
    await choose(fixtures, 'imperial_choice')
    await choose(fixtures, 'metric_choice')
    await calculate(fixtures, { weight: '80', height: '180' })
    await seesResult(fixtures, '24.7')
    await choose(fixtures, 'imperial_choice')
    await calculate(fixtures, { weight: '154', height: '69' })
    await seesResult(fixtures, '22.7')
  },

  'category-underweight': async (fixtures) => {
    await calculatesCategory(fixtures, [
      { weight: '60', height: '200', bmi: '15.0', category: 'Underweight' },
      { weight: '73.6', height: '200', bmi: '18.4', category: 'Underweight' },
    ])
  },

  'category-normal': async (fixtures) => {
    await calculatesCategory(fixtures, [
      { weight: '74', height: '200', bmi: '18.5', category: 'Normal' },
      { weight: '99.6', height: '200', bmi: '24.9', category: 'Normal' },
    ])
  },

  'category-overweight': async (fixtures) => {
    await calculatesCategory(fixtures, [
      { weight: '100', height: '200', bmi: '25.0', category: 'Overweight' },
      { weight: '119.6', height: '200', bmi: '29.9', category: 'Overweight' },
    ])
  },

  'category-obese': async (fixtures) => {
    await calculatesCategory(fixtures, [
      { weight: '120', height: '200', bmi: '30.0', category: 'Obese' },
      { weight: '160', height: '200', bmi: '40.0', category: 'Obese' },
    ])
  },

  'category-as-shown': async (fixtures) => {
    await calculatesCategory(fixtures, [
      { weight: '88', height: '200', bmi: '22.0', category: 'Normal' },
      { weight: '73.84', height: '200', bmi: '18.5', category: 'Normal' },
      { weight: '99.84', height: '200', bmi: '25.0', category: 'Overweight' },
      { weight: '119.88', height: '200', bmi: '30.0', category: 'Obese' },
    ])
  },

  'missing-weight': (fixtures) => refuses(fixtures, 'weight', ['']),

  'missing-height': (fixtures) => refuses(fixtures, 'height', ['']),

  'senseless-weight': async (fixtures) => {
    await refuses(fixtures, 'weight', ['0', '-70'])
    await computes(fixtures, [
      { weight: '3', height: '175', bmi: '1.0' },
      { weight: '400', height: '175', bmi: '130.6' },
    ])
  },

  'senseless-height': async (fixtures) => {
    await refuses(fixtures, 'height', ['0', '-175'])
    await computes(fixtures, [
      { weight: '70', height: '50', bmi: '280.0' },
      { weight: '70', height: '300', bmi: '7.8' },
    ])
  },

  'clear-result': async (fixtures) => {
    const { page, expect, open } = fixtures
    await open('calculator_url')
    await calculate(fixtures, GOOD)
    await seesResult(fixtures, GOOD_BMI)
    await clear(fixtures)
    await expect(page.locator('body')).not.toHaveText(number(GOOD_BMI), AS_SEEN)
    await calculate(fixtures, { weight: '90', height: '180' })
    await seesResult(fixtures, '27.8')
  },

  'clear-message': async (fixtures) => {
    const { page, expect, open } = fixtures
    await open('calculator_url')
    await calculate(fixtures, GOOD)
    const result = await seesResult(fixtures, GOOD_BMI)
    await calculate(fixtures, { ...GOOD, weight: '-70' })
    const message = await seesRefusal(fixtures, result, 'weight')
    await clear(fixtures)
    await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
  },

  'explain-categories': async ({ page, open, element, expect }) => {
    await open('categories_url')
    const table = await element('categories_table')
    await expect(table).toBeVisible()
    for (const [category, ...limits] of [
      ['Underweight', /18[.,][45]/],
      ['Normal', /18[.,]5/, /24[.,]9|\b25\b/],
      ['Overweight', /\b25\b/, /29[.,]9|\b30\b/],
      ['Obese', /\b30\b/],
    ] as const) {
      const name = new RegExp(String.raw`^\W*${category}\b`, 'i')
      const named = page.getByRole('cell', { name }).or(page.getByRole('rowheader', { name }))
      const row = table.getByRole('row').filter({ has: named })
      await expect(row).toHaveCount(1)
      for (const limit of limits) await expect(row).toHaveText(limit, AS_SEEN)
    }
  },

  'go-between-pages': async (fixtures) => {
    const { open, element, expect } = fixtures
    await open('calculator_url')
    const weight = await element('weight_field')
    await expect(weight).toBeVisible()
    await (await element('categories_link')).click()
    await expect(weight).toBeHidden()
    await expect(await element('categories_table')).toBeVisible()
    await (await element('calculator_link')).click()
    await expect(weight).toBeVisible()
    await calculate(fixtures, GOOD)
    await seesResult(fixtures, GOOD_BMI)
  },
} satisfies WebsiteTestcodes
