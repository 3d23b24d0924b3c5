import type { Locator, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

type Units = 'metric' | 'imperial'
interface Measurements {
  readonly weight: string
  readonly height: string
}
/** A person, with the result that the calculator has to show. */
interface Person extends Measurements {
  readonly bmi: string
  readonly category: Category
}

const CATEGORIES = ['Underweight', 'Normal', 'Overweight', 'Obese'] as const
type Category = (typeof CATEGORIES)[number]
const ANY_CATEGORY = new RegExp(String.raw`\b(${CATEGORIES.join('|')})\b`, 'i')

const word = (text: string): RegExp => new RegExp(String.raw`\b${text}\b`, 'i')
/** Compares only the text that a person sees. */
const AS_SEEN = { useInnerText: true }

/** BMI = weight / height² × dividend / divisor: 1 m is 100 cm; 1 lb is 0.45359237 kg, 1 in is 0.0254 m. */
const FACTOR = {
  metric: { dividend: '10000', divisor: '1' },
  imperial: { dividend: '0.45359237', divisor: '0.00064516' },
} as const
const HEIGHTS = { metric: { from: 150, to: 200 }, imperial: { from: 58, to: 78 } } as const

/** The last three of a BMI's four decimals are at least this far from 500: an exact half may be rounded either way. */
const FROM_A_HALF = 50

function bodyMassIndex({ decimal }: Fixtures, { weight, height }: Measurements, units: Units, decimals = 1): string {
  const { dividend, divisor } = FACTOR[units]
  return decimal.quotient(decimal.product([weight, dividend]), decimal.product([height, height, divisor]), decimals)
}

/** The category of a BMI, after rounding. */
function categoryOf({ decimal }: Fixtures, bmi: string): Category {
  if (decimal.compare(bmi, '18.5') < 0) return 'Underweight'
  if (decimal.compare(bmi, '25') < 0) return 'Normal'
  return decimal.compare(bmi, '30') < 0 ? 'Overweight' : 'Obese'
}

interface Kind {
  /** Range of the exact BMI. */
  readonly from: string
  readonly to: string
  readonly units?: Units
  /** Of the weight. */
  readonly decimals?: number
  readonly fits?: (person: Person) => boolean
}

/** The result for a person with these measurements. */
function personOf(fixtures: Fixtures, measurements: Measurements, units: Units = 'metric'): Person {
  const bmi = bodyMassIndex(fixtures, measurements, units)
  return { ...measurements, bmi, category: categoryOf(fixtures, bmi) }
}

function isFarFromAHalf(fixtures: Fixtures, measurements: Measurements, units: Units = 'metric'): boolean {
  const exact = bodyMassIndex(fixtures, measurements, units, 4)
  return Math.abs(Number(exact.slice(-3)) - 500) >= FROM_A_HALF
}

/** A person with a BMI of this kind. */
function person(fixtures: Fixtures, key: string, kind: Kind): Person {
  const { given, decimal } = fixtures
  const { from, to, units = 'metric', decimals = 0, fits = () => true } = kind
  const { dividend, divisor } = FACTOR[units]
  return given.suchThat(
    key,
    (each) => {
      const height = String(given.integer(`${each} height`, HEIGHTS[units]))
      const aim = given.decimal(`${each} aim`, { from, to, decimals: 3 })
      const weight = decimal.quotient(decimal.product([aim, height, height, divisor]), dividend, decimals)
      return personOf(fixtures, { weight: decimal.plain(weight), height }, units)
    },
    (drawn) => {
      const exact = bodyMassIndex(fixtures, drawn, units, 4)
      const isInRange = decimal.compare(exact, from) >= 0 && decimal.compare(exact, to) <= 0
      return isInRange && isFarFromAHalf(fixtures, drawn, units) && fits(drawn)
    },
  )
}

/** A person of the middle category. The BMI ends in no digit of the limits, which a page may print as an explanation. */
function good(fixtures: Fixtures): Person {
  return person(fixtures, 'good', { from: '19', to: '24.4', fits: ({ bmi }) => !/[059]$/.test(bmi) })
}

/** A person with another BMI. */
function better(fixtures: Fixtures): Person {
  return person(fixtures, 'better', { from: '25.5', to: '29.4', fits: ({ bmi }) => !/[059]$/.test(bmi) })
}

/** Types both measurements and presses the button. */
async function calculate({ element }: Fixtures, { weight, height }: Measurements): Promise<void> {
  await (await element('weight_field')).fill(weight)
  await (await element('height_field')).fill(height)
  await (await element('calculate_button')).click()
}

/** Expects the result to show this number and no other. */
async function seesNumber({ element, expect }: Fixtures, { bmi }: Person): Promise<Locator> {
  const result = await element('result_text')
  await expect(result).toShowNumber(bmi)
  return result
}

/** Expects the result to show this number and this category, and no others. */
async function seesResult(fixtures: Fixtures, expected: Person): Promise<Locator> {
  const { expect } = fixtures
  const result = await seesNumber(fixtures, expected)
  await expect(result).toHaveText(word(expected.category), AS_SEEN)
  const others = CATEGORIES.filter((name) => name !== expected.category)
  await expect(result).not.toHaveText(word(`(${others.join('|')})`), AS_SEEN)
  return result
}

/** Opens the page, and expects each calculation in turn to give its number and its category. */
async function calculatesCategory(fixtures: Fixtures, category: Category, people: readonly Person[]): Promise<void> {
  await fixtures.open('calculator_url')
  for (const each of people) {
    fixtures.expect(each.category).toBe(category)
    await calculate(fixtures, each)
    await seesResult(fixtures, each)
  }
}

/** Expects no result, old or new, and a message that names the wrong field. Returns that message. */
async function seesRefusal(fixtures: Fixtures, old: Locator, wrong: 'weight' | 'height'): Promise<string> {
  const { page, element, expect, read } = fixtures
  const message = await element('error_text')
  await expect(message).toHaveText(word(wrong), AS_SEEN)
  await expect(message).not.toHaveText(word(wrong === 'weight' ? 'height' : 'weight'), AS_SEEN)
  const body = page.locator('body')
  await expect(body).not.toShowNumber(good(fixtures).bmi)
  // The element of the result may be gone, hidden, empty, or hold the message by now.
  const result = old.filter({ visible: true })
  await expect.poll(async () => (await result.allInnerTexts()).join(' ')).not.toMatch(ANY_CATEGORY)
  await expect(body).not.toHaveText(/\bNaN\b|infinity|∞/i, AS_SEEN)
  return read(message)
}

/** Expects each bad value to replace the result by a message, and a good one to replace the message by a result. */
async function refuses(fixtures: Fixtures, wrong: 'weight' | 'height', values: readonly string[]): Promise<void> {
  const { page, expect, open } = fixtures
  const usual = good(fixtures)
  await open('calculator_url')
  await calculate(fixtures, usual)
  const result = await seesResult(fixtures, usual)
  for (const value of values) {
    await calculate(fixtures, { ...usual, [wrong]: value })
    const message = await seesRefusal(fixtures, result, wrong)
    await calculate(fixtures, usual)
    await seesResult(fixtures, usual)
    await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
  }
}

/** Expects results for measurements that hardly anyone has. */
async function computesExtremes(
  fixtures: Fixtures,
  odd: 'weight' | 'height',
  ranges: readonly { readonly from: number; readonly to: number }[],
): Promise<void> {
  const { given } = fixtures
  const usual = good(fixtures)
  for (const [index, range] of ranges.entries()) {
    const measurements = given.suchThat(
      `extreme ${odd} ${String(index)}`,
      (key) => ({ ...usual, [odd]: String(given.integer(key, range)) }),
      (drawn) => isFarFromAHalf(fixtures, drawn),
    )
    const { weight, height } = measurements
    await calculate(fixtures, measurements)
    await seesNumber(fixtures, personOf(fixtures, { weight, height }))
  }
}

/** Chooses units: a radio button, a tab, a button or an option. */
async function choose({ element, settle, choose: chooseIt }: Fixtures, parameter: 'metric_choice' | 'imperial_choice') {
  await chooseIt(await element(parameter))
  // A choice may reload the page, which would clear fields that are filled too early.
  await settle()
}

/** Presses the second button and expects both fields to be empty. */
async function clear({ element, expect }: Fixtures): Promise<void> {
  await (await element('clear_button')).click()
  await expect(await element('weight_field')).toHaveValue('')
  await expect(await element('height_field')).toHaveValue('')
}

/** Measurements whose decimals matter: rounding either or both of them would change the result. */
function withDecimals(fixtures: Fixtures): Person {
  const { given, decimal } = fixtures
  const changed = (value: string) => [value, decimal.rounded(value, 0), value.replace(/\..*$/, '')]
  return given.suchThat(
    'decimals that count',
    (key) => {
      const weight = given.decimal(`${key} weight`, { from: 52, to: 88, decimals: 1 })
      const height = given.decimal(`${key} height`, { from: 155, to: 190, decimals: 1 })
      return personOf(fixtures, { weight, height })
    },
    (drawn) => {
      const { weight, height, bmi } = drawn
      const coarse = changed(weight).flatMap((w) => changed(height).map((h) => ({ weight: w, height: h })))
      return isFarFromAHalf(fixtures, drawn) && coarse.slice(1).every((each) => personOf(fixtures, each).bmi !== bmi)
    },
  )
}

/** Words and limits of the ranges. A limit that two ranges share may be written in two ways. */
const RANGES = [
  { category: 'Underweight', limits: [/(?<![\d.,])18[.,][45](?!\d)/], others: /(?<![\d.,])(2[459]([.,]9)?|30)(?!\d)/ },
  {
    category: 'Normal',
    limits: [/(?<![\d.,])18[.,]5(?!\d)/, /(?<![\d.,])(24[.,]9|25)(?!\d)/],
    others: /(?<![\d.,])(29[.,]9|30)(?!\d)/,
  },
  {
    category: 'Overweight',
    limits: [/(?<![\d.,])25(?!\d)/, /(?<![\d.,])(29[.,]9|30)(?!\d)/],
    others: /(?<![\d.,])18[.,][45](?!\d)/,
  },
  { category: 'Obese', limits: [/(?<![\d.,])30(?!\d)/], others: /(?<![\d.,])(18[.,][45]|24[.,]9|25)(?!\d)/ },
] as const

export default {
  'metric-value': async (fixtures) => {
    const { page, expect, open } = fixtures
    const usual = good(fixtures)
    await open('calculator_url')
    await expect(page.locator('body')).not.toShowNumber(usual.bmi)
    await calculate(fixtures, usual)
    await seesNumber(fixtures, usual)
  },

  'new-value': async (fixtures) => {
    await fixtures.open('calculator_url')
    await calculate(fixtures, good(fixtures))
    await seesNumber(fixtures, good(fixtures))
    await calculate(fixtures, better(fixtures))
    await seesNumber(fixtures, better(fixtures))
  },

  'one-decimal': async (fixtures) => {
    const { given, open } = fixtures
    await open('calculator_url')
    for (const whole of given.distinct('whole', 2, (key) => given.integer(key, { from: 17, to: 45 }))) {
      const round = person(fixtures, `whole ${String(whole)}`, {
        from: `${String(whole - 1)}.96`,
        to: `${String(whole)}.04`,
        decimals: 1,
      })
      await calculate(fixtures, round)
      await seesNumber(fixtures, round)
    }
  },

  'decimal-input': async (fixtures) => {
    await fixtures.open('calculator_url')
    for (const each of [good(fixtures), withDecimals(fixtures)]) {
      await calculate(fixtures, each)
      await seesNumber(fixtures, each)
    }
  },

  'imperial-value': async (fixtures) => {
    for (const each of [
      person(fixtures, 'imperial normal', { from: '19', to: '24.8', units: 'imperial' }),
      person(fixtures, 'imperial overweight', { from: '25.2', to: '29.8', units: 'imperial' }),
    ]) {
      await fixtures.open('calculator_url')
      await choose(fixtures, 'imperial_choice')
      await calculate(fixtures, each)
      await seesResult(fixtures, each)
    }
  },

  'switch-units': async (fixtures) => {
    const metric = person(fixtures, 'metric again', { from: '19', to: '35' })
    const imperial = person(fixtures, 'imperial again', { from: '19', to: '35', units: 'imperial' })
    await fixtures.open('calculator_url')
    await choose(fixtures, 'imperial_choice')
    await choose(fixtures, 'metric_choice')
    await calculate(fixtures, metric)
    await seesNumber(fixtures, metric)
    await choose(fixtures, 'imperial_choice')
    await calculate(fixtures, imperial)
    await seesNumber(fixtures, imperial)
  },

  'category-underweight': async (fixtures) => {
    await calculatesCategory(fixtures, 'Underweight', [
      person(fixtures, 'underweight', { from: '13', to: '17.5' }),
      person(fixtures, 'just underweight', { from: '18.36', to: '18.44', decimals: 1 }),
    ])
  },

  'category-normal': async (fixtures) => {
    await calculatesCategory(fixtures, 'Normal', [
      person(fixtures, 'just normal', { from: '18.5', to: '18.54', decimals: 1 }),
      person(fixtures, 'still normal', { from: '24.86', to: '24.94', decimals: 1 }),
    ])
  },

  'category-overweight': async (fixtures) => {
    await calculatesCategory(fixtures, 'Overweight', [
      person(fixtures, 'just overweight', { from: '25', to: '25.04', decimals: 1 }),
      person(fixtures, 'still overweight', { from: '29.86', to: '29.94', decimals: 1 }),
    ])
  },

  'category-obese': async (fixtures) => {
    await calculatesCategory(fixtures, 'Obese', [
      person(fixtures, 'just obese', { from: '30', to: '30.04', decimals: 1 }),
      person(fixtures, 'obese', { from: '32', to: '45' }),
    ])
  },

  'category-as-shown': async (fixtures) => {
    await calculatesCategory(fixtures, 'Normal', [
      person(fixtures, 'normal', { from: '20', to: '24' }),
      person(fixtures, 'shown as normal', { from: '18.455', to: '18.495', decimals: 2 }),
    ])
    await calculatesCategory(fixtures, 'Overweight', [
      person(fixtures, 'shown as overweight', { from: '24.955', to: '24.995', decimals: 2 }),
    ])
    await calculatesCategory(fixtures, 'Obese', [
      person(fixtures, 'shown as obese', { from: '29.955', to: '29.995', decimals: 2 }),
    ])
  },

  'missing-weight': (fixtures) => refuses(fixtures, 'weight', ['']),

  'missing-height': (fixtures) => refuses(fixtures, 'height', ['']),

  'senseless-weight': async (fixtures) => {
    const negative = fixtures.given.integer('negative weight', { from: -120, to: -1 })
    await refuses(fixtures, 'weight', ['0', String(negative)])
    await computesExtremes(fixtures, 'weight', [
      { from: 2, to: 5 },
      { from: 350, to: 450 },
    ])
  },

  'senseless-height': async (fixtures) => {
    const negative = fixtures.given.integer('negative height', { from: -200, to: -1 })
    await refuses(fixtures, 'height', ['0', String(negative)])
    await computesExtremes(fixtures, 'height', [
      { from: 45, to: 70 },
      { from: 260, to: 310 },
    ])
  },

  'clear-result': async (fixtures) => {
    const { page, expect, open } = fixtures
    const usual = good(fixtures)
    await open('calculator_url')
    await calculate(fixtures, usual)
    await seesNumber(fixtures, usual)
    await clear(fixtures)
    await expect(page.locator('body')).not.toShowNumber(usual.bmi)
    await calculate(fixtures, better(fixtures))
    await seesNumber(fixtures, better(fixtures))
  },

  'clear-message': async (fixtures) => {
    const { page, expect, open, given } = fixtures
    const usual = good(fixtures)
    await open('calculator_url')
    await calculate(fixtures, usual)
    const result = await seesNumber(fixtures, usual)
    const negative = given.integer('negative weight', { from: -120, to: -1 })
    await calculate(fixtures, { ...usual, weight: String(negative) })
    const message = await seesRefusal(fixtures, result, 'weight')
    await clear(fixtures)
    await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
  },

  'explain-categories': async ({ page, open, element, expect }) => {
    await open('categories_url')
    const table = await element('categories_table')
    for (const { category, limits, others } of RANGES) {
      const name = new RegExp(String.raw`^\W*${category}\b`, 'i')
      const named = page.getByRole('cell', { name }).or(page.getByRole('rowheader', { name }))
      const row = table.getByRole('row').filter({ has: named })
      await expect(row).toHaveCount(1)
      for (const limit of limits) await expect(row).toHaveText(limit, AS_SEEN)
      await expect(row, 'no limits of other categories').not.toHaveText(others, AS_SEEN)
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
    await calculate(fixtures, good(fixtures))
    await seesNumber(fixtures, good(fixtures))
  },
} satisfies WebsiteTestcodes
