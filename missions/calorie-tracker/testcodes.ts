import type { Locator, Page, Picture, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

type Meal = 'Breakfast' | 'Lunch' | 'Dinner' | 'Snack'
type Refusal = 'food_error' | 'delete_error' | 'amount_error' | 'goal_error'

interface Entry {
  readonly meal?: Meal
  readonly food: string
  /** In grams. */
  readonly amount: string
  readonly calories: string
}

// What the testcode "add-food" adds; no name is a part of another.
const APPLE = 'Apple'
const BREAD = 'Bread'
const CHEESE = 'Cheese'

// The week over the turn of a year that the testcode "show-week" eats on.
const MONDAY = '2031-12-29'
const SUNDAY = '2032-01-04'

/** Text is compared as it is seen: without what is hidden, and with space between what stands apart. */
const AS_SEEN = { useInnerText: true }

/** Buttons of a row do something; that some people write them as links makes no difference to a user. */
function deleteButton(within: Page | Locator): Locator {
  const name = /\bdelete\b/i
  return within.getByRole('button', { name }).or(within.getByRole('link', { name })).filter({ visible: true })
}

/** The innermost element that holds all the texts and one "Delete": a row, whatever it is made of. */
function row(page: Page, ...texts: readonly string[]): Locator {
  const all = page.locator('body *')
  const holding = texts.reduce((found, hasText) => found.filter({ hasText }), all)
  // Texts first: they leave few elements for the search for buttons, which takes longer.
  return holding.filter({ has: deleteButton(page), hasNot: deleteButton(page).nth(1), visible: true }).last()
}

/** A number that stands alone, not as a part of a longer one or of a date. */
function number(value: string): RegExp {
  return new RegExp(String.raw`(?<![\d.,-])${value.replace('.', String.raw`\.`)}(?!\d|[.,-]\d)`)
}

/** Chooses the option of a selection list that says this. */
async function choose(field: Locator, text: string): Promise<void> {
  const option = field.locator('option').filter({ hasText: text })
  await field.selectOption({ label: ((await option.textContent()) ?? '').replace(/\s+/g, ' ').trim() })
}

/** Submits something that must be refused with a message that says the word and was not on the page before. */
async function refusal(
  { page, element, expect }: Fixtures,
  parameter: Refusal,
  word: string,
  submitBad: () => Promise<void>,
): Promise<void> {
  const before = await page.locator('body').innerText()
  await submitBad()
  const message = await element(parameter)
  await expect(message).toBeVisible()
  await expect(message).toHaveText(new RegExp(String.raw`\b${word}\b`, 'i'), AS_SEEN)
  expect(before, 'the page before it').not.toContain((await message.innerText()).trim())
}

/** The texts in the order in which a reader meets the rows that hold them. */
async function readingOrder(page: Page, texts: readonly string[]): Promise<string[]> {
  const places = await Promise.all(texts.map(async (text) => ({ text, box: await row(page, text).boundingBox() })))
  return places
    .sort((a, b) => (a.box?.y ?? Infinity) - (b.box?.y ?? Infinity) || (a.box?.x ?? Infinity) - (b.box?.x ?? Infinity))
    .map((place) => place.text)
}

// ---- foods --------------------------------------------------------------------------------------------------------

async function submitFood({ element }: Fixtures, name: string, calories: string): Promise<void> {
  await (await element('name_field')).fill(name)
  await (await element('calories_field')).fill(calories)
  await (await element('add_food_button')).click()
}

async function expectFood({ page, expect }: Fixtures, name: string, calories: string): Promise<void> {
  await expect(row(page, name, calories), `the row of "${name}"`).toHaveText(number(calories), AS_SEEN)
}

/** Adds a food that was not there before, on the page of the foods. */
async function addFood(fixtures: Fixtures, name: string, calories: string): Promise<void> {
  const { page, expect } = fixtures
  await expect(row(page, name), `no row with "${name}" yet`).toHaveCount(0)
  await submitFood(fixtures, name, calories)
  await expectFood(fixtures, name, calories)
}

// ---- a day --------------------------------------------------------------------------------------------------------

/** Opens a day, unless it is the one that is shown at first. */
async function showDay({ page, open, element, expect }: Fixtures, date: string): Promise<void> {
  await open('day_url')
  const heading = page.getByRole('heading').filter({ hasText: date, visible: true }).first()
  await element('day_field')
  if (await heading.isVisible()) return
  await (await element('day_field')).fill(date)
  await (await element('day_button')).click()
  await expect(heading, `the heading of ${date}`).toBeVisible()
}

async function submitEntry({ element }: Fixtures, { meal = 'Breakfast', food, amount }: Entry): Promise<void> {
  await choose(await element('meal_list'), meal)
  await choose(await element('food_list'), food)
  await (await element('amount_field')).fill(amount)
  await (await element('add_entry_button')).click()
}

async function expectEntry({ page, expect }: Fixtures, { food, amount, calories }: Entry): Promise<void> {
  await expect(row(page, food, amount), `${amount} g of "${food}"`).toHaveText(number(calories), AS_SEEN)
}

async function expectEntries({ page, expect }: Fixtures, count: number): Promise<void> {
  await expect(deleteButton(page), 'entries of the day').toHaveCount(count)
}

/** Adds entries to the day that is shown, which had so many before. */
async function add(fixtures: Fixtures, entries: readonly Entry[], before = 0): Promise<void> {
  await expectEntries(fixtures, before)
  for (const [place, entry] of entries.entries()) {
    await submitEntry(fixtures, entry)
    await expectEntries(fixtures, before + place + 1)
    await expectEntry(fixtures, entry)
  }
}

/** Opens a day on which nothing was eaten yet and adds entries to it. */
async function eat(fixtures: Fixtures, date: string, entries: readonly Entry[]): Promise<void> {
  await showDay(fixtures, date)
  await add(fixtures, entries)
}

async function expectNumber({ element, expect }: Fixtures, parameter: string, value: string): Promise<void> {
  await expect(await element(parameter), parameter).toHaveText(number(value), AS_SEEN)
}

/** Such as "850 left", perhaps with a unit. */
async function expectLeft({ element, expect }: Fixtures, value: string, word: 'left' | 'over'): Promise<void> {
  const text = new RegExp(String.raw`(?<![\d.,-])${value}(?!\d)[^\d.,]*\b${word}\b`, 'i')
  await expect(await element('left_text'), 'left_text').toHaveText(text, AS_SEEN)
}

async function submitGoal({ element }: Fixtures, goal: string): Promise<void> {
  await (await element('goal_field')).fill(goal)
  await (await element('goal_button')).click()
}

// ---- a week -------------------------------------------------------------------------------------------------------

/** Opens the week of a date, and gives the element with its days, the first of which is this Monday. */
async function showWeek({ open, element, expect }: Fixtures, date: string, monday: string): Promise<Locator> {
  await open('week_url')
  await (await element('week_field')).fill(date)
  await (await element('week_button')).click()
  const list = await element('week_list')
  await expect(list, 'the days of the week').toContainText(monday, AS_SEEN)
  return list
}

/** The outermost element of the list that holds this date and no other: a row, whatever it is made of. */
function dayRow(list: Locator, date: string): Locator {
  const anotherDate = new RegExp(String.raw`(?!${date})\d{4}-\d{2}-\d{2}`)
  return list.locator('*').filter({ hasText: date, hasNotText: anotherDate, visible: true }).first()
}

async function expectTotals(
  { expect }: Fixtures,
  list: Locator,
  totals: readonly (readonly [date: string, total: string])[],
): Promise<void> {
  for (const [date, total] of totals) await expect(dayRow(list, date), date).toHaveText(number(total), AS_SEEN)
}

/** The longest line of pixels, across or down, that differ between two pictures, as a share of the longer side. */
function longestChange(before: Picture, after: Picture): number {
  const { width, height } = before
  if (width !== after.width || height !== after.height) return 1
  const differs = (x: number, y: number) => {
    const place = 4 * (y * width + x)
    return [0, 1, 2].some((part) => before.pixels[place + part] !== after.pixels[place + part])
  }
  const longest = (lines: number, length: number, at: (line: number, place: number) => boolean) => {
    let most = 0
    for (let line = 0; line < lines; line++) {
      for (let place = 0, run = 0; place < length; place++) {
        run = at(line, place) ? run + 1 : 0
        most = Math.max(most, run)
      }
    }
    return most
  }
  const across = longest(height, width, (y, x) => differs(x, y))
  const down = longest(width, height, (x, y) => differs(x, y))
  return Math.max(across, down) / Math.max(width, height)
}

export default {
  'add-food': async (fixtures) => {
    await fixtures.open('foods_url')
    await addFood(fixtures, APPLE, '52')
    await addFood(fixtures, BREAD, '250')
    await addFood(fixtures, CHEESE, '402.5')
    await expectFood(fixtures, APPLE, '52')
  },

  'sort-foods': async (fixtures) => {
    const { page, expect, open } = fixtures
    const names = ['Tuna', 'rice', 'Sardines']
    const sorted = ['rice', 'Sardines', 'Tuna']
    await open('foods_url')
    for (const name of names) await addFood(fixtures, name, '130')
    await expect.poll(() => readingOrder(page, names)).toEqual(sorted)
    await open('foods_url')
    for (const name of names) await expectFood(fixtures, name, '130')
    await expect.poll(() => readingOrder(page, names)).toEqual(sorted)
  },

  'refuse-name': async (fixtures) => {
    const { page, expect, open } = fixtures
    await open('foods_url')
    await addFood(fixtures, 'Honey', '304')
    await refusal(fixtures, 'food_error', 'name', () => submitFood(fixtures, '   ', '611'))
    await open('foods_url')
    await refusal(fixtures, 'food_error', 'name', () => submitFood(fixtures, 'honey', '611'))
    await open('foods_url')
    await expectFood(fixtures, 'Honey', '304')
    await expect(page.locator('body')).not.toHaveText(number('611'), AS_SEEN)
  },

  'refuse-calories': async (fixtures) => {
    const { page, expect, open } = fixtures
    const bad = 'Gold leaf'
    for (const calories of ['', '-1', '900.5']) {
      await open('foods_url')
      await refusal(fixtures, 'food_error', 'calories', () => submitFood(fixtures, bad, calories))
    }
    await open('foods_url')
    await addFood(fixtures, 'Water', '0')
    await addFood(fixtures, 'Lard', '900')
    await expect(page.getByText(bad).filter({ visible: true })).toHaveCount(0)
  },

  'add-entry': async (fixtures) => {
    await eat(fixtures, '2031-05-09', [
      { meal: 'Breakfast', food: APPLE, amount: '150', calories: '78' },
      { meal: 'Dinner', food: CHEESE, amount: '75', calories: '302' },
    ])
    await expectEntry(fixtures, { food: APPLE, amount: '150', calories: '78' })
  },

  'delete-food': async (fixtures) => {
    const { page, expect, open, element } = fixtures
    await open('foods_url')
    await addFood(fixtures, 'Figs', '74')
    await addFood(fixtures, 'Plums', '46')
    await deleteButton(row(page, 'Figs')).click()
    await expect(row(page, 'Figs')).toHaveCount(0)
    await open('foods_url')
    await expectFood(fixtures, 'Plums', '46')
    await expect(row(page, 'Figs')).toHaveCount(0)
    await showDay(fixtures, '2031-05-10')
    const options = (await element('food_list')).locator('option')
    await expect(options.filter({ hasText: 'Plums' }), 'a food that is still there').toHaveCount(1)
    await expect(options.filter({ hasText: 'Figs' }), 'the deleted food').toHaveCount(0)
  },

  'keep-eaten-food': async (fixtures) => {
    const { page, expect, open } = fixtures
    const food = 'Mango'
    await open('foods_url')
    await addFood(fixtures, food, '60')
    await eat(fixtures, '2031-05-11', [{ food, amount: '200', calories: '120' }])
    await open('foods_url')
    await refusal(fixtures, 'delete_error', 'eaten', () => deleteButton(row(page, food)).click())
    await showDay(fixtures, '2031-05-11')
    await expectEntry(fixtures, { food, amount: '200', calories: '120' })
    await deleteButton(page).click()
    await expectEntries(fixtures, 0)
    await open('foods_url')
    await expectFood(fixtures, food, '60')
    await deleteButton(row(page, food)).click()
    await expect(row(page, food)).toHaveCount(0)
  },

  'food-like-html': async (fixtures) => {
    const { expect, open, dialogs } = fixtures
    const food = `Tom's "jam" &amp; <b>sweet</b> <img src="/none" onerror="alert('run')">`
    await open('foods_url')
    await addFood(fixtures, food, '250')
    await eat(fixtures, '2031-05-12', [{ food, amount: '40', calories: '100' }])
    expect(dialogs, 'dialogues that the name opened').toHaveLength(0)
  },

  'choose-day': async (fixtures) => {
    const days = [
      ['2031-06-29', { food: APPLE, amount: '210', calories: '109' }],
      ['2031-06-30', { food: BREAD, amount: '90', calories: '225' }],
      ['2031-07-30', { food: APPLE, amount: '80', calories: '42' }],
    ] as const
    for (const [date, entry] of days) await eat(fixtures, date, [entry])
    for (const [date, entry] of days) {
      await showDay(fixtures, date)
      await expectEntry(fixtures, entry)
      await expectEntries(fixtures, 1)
    }
  },

  'sort-meals': async (fixtures) => {
    const { page, expect } = fixtures
    await eat(fixtures, '2031-07-02', [
      { meal: 'Dinner', food: APPLE, amount: '111', calories: '58' },
      { meal: 'Snack', food: APPLE, amount: '222', calories: '115' },
      { meal: 'Breakfast', food: APPLE, amount: '333', calories: '173' },
      { meal: 'Lunch', food: APPLE, amount: '444', calories: '231' },
    ])
    const amounts = ['111', '222', '333', '444']
    await expect.poll(() => readingOrder(page, amounts)).toEqual(['333', '444', '111', '222'])
  },

  'sum-meals': async (fixtures) => {
    await eat(fixtures, '2031-07-03', [
      { meal: 'Snack', food: APPLE, amount: '25', calories: '13' },
      { meal: 'Breakfast', food: BREAD, amount: '60', calories: '150' },
      { meal: 'Dinner', food: BREAD, amount: '100', calories: '250' },
      { meal: 'Breakfast', food: CHEESE, amount: '40', calories: '161' },
    ])
    await expectNumber(fixtures, 'breakfast_sum', '311')
    await expectNumber(fixtures, 'lunch_sum', '0')
    await expectNumber(fixtures, 'dinner_sum', '250')
    await expectNumber(fixtures, 'snack_sum', '13')
  },

  'sum-up': async (fixtures) => {
    const piece: Entry = { food: APPLE, amount: '28', calories: '15' }
    await showDay(fixtures, '2031-07-04')
    await expectNumber(fixtures, 'total_text', '0')
    await add(fixtures, [piece, { ...piece, meal: 'Lunch' }, piece])
    await expectNumber(fixtures, 'total_text', '44')
  },

  'write-thousands': async (fixtures) => {
    await eat(fixtures, '2031-07-05', [{ food: BREAD, amount: '5000', calories: '12500' }])
    await expectNumber(fixtures, 'total_text', '12500')
  },

  'refuse-amount': async (fixtures) => {
    const date = '2031-07-06'
    const good: Entry = { food: BREAD, amount: '70', calories: '175' }
    for (const amount of ['', '0', '-20', '5001']) {
      await showDay(fixtures, date)
      await refusal(fixtures, 'amount_error', 'amount', () => submitEntry(fixtures, { ...good, amount }))
    }
    await showDay(fixtures, date)
    await expectNumber(fixtures, 'total_text', '0')
    await add(fixtures, [good])
    await expectNumber(fixtures, 'total_text', '175')
  },

  'delete-entry': async (fixtures) => {
    const date = '2031-07-07'
    const twin: Entry = { food: BREAD, amount: '50', calories: '125' }
    await eat(fixtures, date, [twin, twin])
    await expectNumber(fixtures, 'total_text', '250')
    await deleteButton(row(fixtures.page, BREAD, '50')).click()
    await expectEntries(fixtures, 1)
    await expectNumber(fixtures, 'total_text', '125')
    await showDay(fixtures, date)
    await expectEntry(fixtures, twin)
    await expectEntries(fixtures, 1)
  },

  'left-at-first': async (fixtures) => {
    await eat(fixtures, '2031-07-08', [{ food: BREAD, amount: '460', calories: '1150' }])
    await expectLeft(fixtures, '850', 'left')
  },

  'above-goal': async (fixtures) => {
    await eat(fixtures, '2031-07-09', [{ food: BREAD, amount: '800', calories: '2000' }])
    await expectLeft(fixtures, '0', 'left')
    await add(fixtures, [{ food: APPLE, amount: '100', calories: '52' }], 1)
    await expectLeft(fixtures, '52', 'over')
  },

  'change-goal': async (fixtures) => {
    await eat(fixtures, '2031-07-10', [{ food: BREAD, amount: '460', calories: '1150' }])
    await submitGoal(fixtures, '1500')
    await expectLeft(fixtures, '350', 'left')
    await showDay(fixtures, '2031-07-11')
    await expectLeft(fixtures, '1500', 'left')
  },

  'refuse-goal': async (fixtures) => {
    const date = '2031-07-12'
    await showDay(fixtures, date)
    await submitGoal(fixtures, '1200')
    await expectLeft(fixtures, '1200', 'left')
    for (const goal of ['', '0', '10000', '12.5']) {
      await showDay(fixtures, date)
      await refusal(fixtures, 'goal_error', 'goal', () => submitGoal(fixtures, goal))
    }
    await showDay(fixtures, date)
    await expectLeft(fixtures, '1200', 'left')
  },

  'show-week': async (fixtures) => {
    await eat(fixtures, '2031-12-28', [{ food: BREAD, amount: '40', calories: '100' }])
    await eat(fixtures, MONDAY, [{ food: APPLE, amount: '98', calories: '51' }])
    await eat(fixtures, SUNDAY, [
      { meal: 'Breakfast', food: BREAD, amount: '80', calories: '200' },
      { meal: 'Dinner', food: APPLE, amount: '175', calories: '91' },
    ])
    await eat(fixtures, '2032-01-05', [{ food: BREAD, amount: '160', calories: '400' }])
    const totals = [
      [MONDAY, '51'],
      ['2031-12-30', '0'],
      ['2031-12-31', '0'],
      ['2032-01-01', '0'],
      ['2032-01-02', '0'],
      ['2032-01-03', '0'],
      [SUNDAY, '291'],
    ] as const
    const list = await showWeek(fixtures, SUNDAY, MONDAY)
    await expectTotals(fixtures, list, totals)
    const dates = async () => (await list.innerText()).match(/\d{4}-\d{2}-\d{2}/g)
    await fixtures.expect.poll(dates, 'the days in their order').toEqual(totals.map(([date]) => date))
  },

  'mark-days': async (fixtures) => {
    const { expect } = fixtures
    const over = /\bover\b/i
    await showDay(fixtures, SUNDAY)
    await submitGoal(fixtures, '291')
    await expectLeft(fixtures, '0', 'left')
    const unmarked = await showWeek(fixtures, SUNDAY, MONDAY)
    await expectTotals(fixtures, unmarked, [[SUNDAY, '291']])
    for (const date of [SUNDAY, MONDAY]) await expect(dayRow(unmarked, date), date).not.toHaveText(over, AS_SEEN)
    await showDay(fixtures, SUNDAY)
    await submitGoal(fixtures, '290')
    await expectLeft(fixtures, '1', 'over')
    const marked = await showWeek(fixtures, MONDAY, MONDAY)
    await expect(dayRow(marked, SUNDAY), SUNDAY).toHaveText(over, AS_SEEN)
    await expect(dayRow(marked, MONDAY), MONDAY).not.toHaveText(over, AS_SEEN)
  },

  'show-average': async (fixtures) => {
    await showWeek(fixtures, '2031-12-31', MONDAY)
    // 50.96 and 291 calories on two of the seven days.
    await expectNumber(fixtures, 'average_text', '171')
    await showWeek(fixtures, '2032-02-09', '2032-02-09')
    await expectNumber(fixtures, 'average_text', '0')
  },

  'chart-grows': async (fixtures) => {
    const { expect, element, picture } = fixtures
    const chart = async (total: string) => {
      const list = await showWeek(fixtures, SUNDAY, MONDAY)
      await expectTotals(fixtures, list, [
        [MONDAY, total],
        [SUNDAY, '291'],
      ])
      return picture(await element('chart'))
    }
    const first = await chart('51')
    await eat(fixtures, '2032-01-06', [{ food: BREAD, amount: '600', calories: '1500' }])
    await submitGoal(fixtures, '9000')
    await expectLeft(fixtures, '7500', 'left')
    const same = await chart('51')
    expect(longestChange(first, same), 'how much the chart changed where its totals did not').toBe(0)
    await showDay(fixtures, MONDAY)
    await add(fixtures, [{ food: BREAD, amount: '80', calories: '200' }], 1)
    const grown = await chart('251')
    // The bar grows by two thirds of the longest one; what else changes are digits, whose strokes are shorter than this.
    expect(longestChange(first, grown), 'how much a bar of the chart grew').toBeGreaterThan(0.05)
  },

  'go-between-pages': async ({ expect, open, element }) => {
    await open('foods_url')
    const foods = await element('name_field')
    await (await element('foods_to_day')).click()
    const day = await element('day_field')
    await expect(foods).toBeHidden()
    await (await element('day_to_week')).click()
    const week = await element('week_field')
    await expect(day).toBeHidden()
    await (await element('week_to_foods')).click()
    await expect(foods).toBeVisible()
    await expect(week).toBeHidden()
    await (await element('foods_to_week')).click()
    await expect(week).toBeVisible()
    await (await element('week_to_day')).click()
    await expect(day).toBeVisible()
    await (await element('day_to_foods')).click()
    await expect(foods).toBeVisible()
    await expect(day).toBeHidden()
  },

  'keep-data': async (fixtures) => {
    const { open, forget } = fixtures
    const food = 'Lentils'
    const entry: Entry = { meal: 'Lunch', food, amount: '250', calories: '290' }
    await open('foods_url')
    await addFood(fixtures, food, '116')
    await eat(fixtures, '2032-12-24', [entry])
    await submitGoal(fixtures, '1800')
    await expectLeft(fixtures, '1510', 'left')
    await forget()
    await open('foods_url')
    await expectFood(fixtures, food, '116')
    await showDay(fixtures, '2032-12-24')
    await expectEntry(fixtures, entry)
    await expectLeft(fixtures, '1510', 'left')
  },
} satisfies WebsiteTestcodes
