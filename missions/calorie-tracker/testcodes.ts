import type { Locator, Picture, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

const MEALS = ['Breakfast', 'Lunch', 'Dinner', 'Snack'] as const
type Meal = (typeof MEALS)[number]

interface Food {
  readonly name: string
  /** Calories per 100 g, as typed. */
  readonly per: string
}

interface Entry {
  readonly meal?: Meal
  readonly food: Food
  /** In grams. */
  readonly amount: string
}

type FoodRange = Readonly<{ from: number; to: number; decimals?: number }>

function foodOf({ given }: Fixtures, key: string, { from, to, decimals = 0 }: FoodRange): Food {
  const per = given.suchThat(
    `${key} calories`,
    (at) => given.decimal(at, { from, to, decimals }),
    (value) => decimals === 0 || !value.endsWith('0'),
  )
  return { name: given.title(key), per }
}

/** The foods that the testcode "add-food" adds: few calories, a round number, and a number with decimals. */
const appleOf = (fixtures: Fixtures): Food => foodOf(fixtures, 'light', { from: 51, to: 69 })
const breadOf = ({ given }: Fixtures): Food => ({
  name: given.title('round'),
  per: given.pick('round calories', ['160', '200', '250', '320', '400']),
})
const cheeseOf = (fixtures: Fixtures): Food => foodOf(fixtures, 'exact', { from: 301, to: 449, decimals: 1 })

/** The total calories of entries; only the sum is rounded. */
function caloriesOf({ decimal }: Fixtures, entries: readonly Entry[]): string {
  const hundredfold = decimal.sum(['0', ...entries.map(({ food, amount }) => decimal.product([food.per, amount]))])
  return decimal.quotient(hundredfold, '100', 0)
}

/** Whether no entry, no sum of a meal and not the sum of all is a tie, which could be rounded either way. */
function isClear({ decimal }: Fixtures, entries: readonly Entry[]): boolean {
  const ofMeals = MEALS.map((wanted) => entries.filter(({ meal = 'Breakfast' }) => meal === wanted))
  return [...entries.map((entry) => [entry]), ...ofMeals, entries].every((some) => {
    const hundredfold = decimal.sum(['0', ...some.map(({ food, amount }) => decimal.product([food.per, amount]))])
    return Number(hundredfold) % 100 !== 50
  })
}

/** One entry for each food, with different amounts. No sum is a tie, and no calories contain the digits of an amount. */
function entriesOf(
  fixtures: Fixtures,
  key: string,
  parts: readonly (readonly [Meal, Food])[],
  { from, to } = { from: 101, to: 499 },
): Entry[] {
  const { given } = fixtures
  return given.suchThat(
    key,
    (at) =>
      parts.map(([meal, food], place) => ({
        meal,
        food,
        amount: String(given.integer(`${at} of ${String(place)}`, { from, to })),
      })),
    (entries) => {
      const amounts = entries.map(({ amount }) => amount)
      const calories = entries.map((entry) => caloriesOf(fixtures, [entry]))
      return (
        isClear(fixtures, entries) &&
        new Set(amounts).size === entries.length &&
        !calories.some((sum) => amounts.some((amount) => sum.includes(amount)))
      )
    },
  )
}

/** Each testcode uses its own month and its own days. */
function dayOf({ given }: Fixtures, month: string, key = ''): string {
  return given.date(`day of ${month} ${key}`, { from: `${month}-01`, to: `${month}-28` })
}

/**
 * The Monday of the week that the testcode "show-week" uses; a new year begins in that week. It comes after the days of all other
 * testcodes, so nothing else is eaten in it or in the weeks after it.
 */
function mondayOf({ given, calendar }: Fixtures): string {
  const year = given.pick('turn of the year', [2035, 2036, 2037, 2038, 2039, 2040])
  const last = `${String(year)}-12-31`
  const back = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].indexOf(
    calendar.weekday(last),
  )
  return calendar.addDays(last, -back)
}

interface Week {
  readonly monday: string
  readonly sunday: string
  /** On the Sunday before, and on the Monday after the week. */
  readonly before: readonly Entry[]
  readonly after: readonly Entry[]
  readonly onMonday: readonly Entry[]
  readonly onSunday: readonly Entry[]
}

/** The entries of the testcode "show-week". The total of the Sunday is a whole number, so a goal can be equal to it. */
function weekOf(fixtures: Fixtures): Week {
  const { given, calendar, decimal } = fixtures
  const [apple, bread] = [appleOf(fixtures), breadOf(fixtures)]
  const monday = mondayOf(fixtures)
  const entries = given.suchThat(
    'week',
    (key) =>
      entriesOf(
        fixtures,
        key,
        [
          ['Breakfast', bread],
          ['Breakfast', apple],
          ['Breakfast', bread],
          ['Dinner', bread],
          ['Breakfast', bread],
        ],
        { from: 40, to: 99 },
      ),
    (drawn) => {
      const products = drawn.map(({ food, amount }) => decimal.product([food.per, amount]))
      const average = Number(decimal.sum(products.slice(1, 4))) % 200
      return average !== 100 && Number(decimal.sum(products.slice(2, 4))) % 100 === 0
    },
  )
  return {
    monday,
    sunday: calendar.addDays(monday, 6),
    before: entries.slice(0, 1),
    onMonday: entries.slice(1, 2),
    onSunday: entries.slice(2, 4),
    after: entries.slice(4),
  }
}

const DELETE = /\bdelete\b/i

/** A button of a row, or a link: a user sees no difference. */
function deleteButton(within: Locator): Locator {
  return within
    .getByRole('button', { name: DELETE })
    .or(within.getByRole('link', { name: DELETE }))
    .filter({ visible: true })
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ')

/** The numbers in a row, as they are written and sorted by size, apart from those in this text. */
async function numbersBeside(row: Locator, text: string): Promise<string[]> {
  const shown = tidy(await row.innerText()).replace(tidy(text), ' ')
  const numbers = shown.match(/\d+(?:[.,]\d+)*/g) ?? []
  return numbers.toSorted((one, other) => Number(one) - Number(other))
}

// ---- foods ---------------------------------------------------------------------------------------------------------

async function submitFood({ element }: Fixtures, { name, per }: Food): Promise<void> {
  await (await element('name_field')).fill(name)
  await (await element('calories_field')).fill(per)
  await (await element('add_food_button')).click()
}

/** Expects the row of a food to show its name as it was typed, and no number but its calories. */
async function expectFood({ rows, expect }: Fixtures, { name, per }: Food): Promise<void> {
  const row = rows([name, per], DELETE)
  await expect(row, `the row of "${name}"`).toContainText(name)
  await expect.poll(() => numbersBeside(row, name), `the numbers of "${name}"`).toEqual([per])
}

async function expectNoFood({ rows, expect }: Fixtures, name: string): Promise<void> {
  await expect(rows([name], DELETE), `no row with "${name}"`).toHaveCount(0)
}

/** Adds a food, on the page of the foods. */
async function addFood(fixtures: Fixtures, food: Food): Promise<void> {
  await submitFood(fixtures, food)
  await fixtures.expect(fixtures.rows([food.name, food.per], DELETE), `the row of "${food.name}"`).toBeVisible()
}

// ---- a day ---------------------------------------------------------------------------------------------------------

/** Opens a day, unless the page shows it already. */
async function showDay({ page, open, element, expect }: Fixtures, date: string): Promise<void> {
  await open('day_url')
  const heading = page.getByRole('heading').filter({ hasText: date, visible: true }).first()
  await element('day_field')
  if (await heading.isVisible()) return
  await (await element('day_field')).fill(date)
  await (await element('day_button')).click()
  await expect(heading, `the heading of ${date}`).toBeVisible()
}

async function submitEntry({ element, choose }: Fixtures, { meal = 'Breakfast', food, amount }: Entry): Promise<void> {
  await choose(await element('meal_list'), meal)
  await choose(await element('food_list'), food.name)
  await (await element('amount_field')).fill(amount)
  await (await element('add_entry_button')).click()
}

/** Expects the row of an entry to show its food, and no numbers but its amount and its calories. */
async function expectEntry(fixtures: Fixtures, entry: Entry): Promise<void> {
  const { rows, expect } = fixtures
  const { food, amount } = entry
  const row = rows([food.name, amount], DELETE).first()
  const numbers = [amount, caloriesOf(fixtures, [entry])].toSorted((one, other) => Number(one) - Number(other))
  await expect(row, `${amount} g of "${food.name}"`).toContainText(food.name)
  await expect.poll(() => numbersBeside(row, food.name), `amount and calories of "${food.name}"`).toEqual(numbers)
}

async function expectEntries({ page, expect }: Fixtures, count: number): Promise<void> {
  await expect(deleteButton(page.locator('body')), 'entries of the day').toHaveCount(count)
}

/** Adds entries to the shown day, which already has this number of entries. */
async function add(fixtures: Fixtures, entries: readonly Entry[], before = 0): Promise<void> {
  await expectEntries(fixtures, before)
  for (const [place, entry] of entries.entries()) {
    await submitEntry(fixtures, entry)
    await expectEntries(fixtures, before + place + 1)
  }
}

/** Opens a day without entries and adds some. */
async function eat(fixtures: Fixtures, date: string, entries: readonly Entry[]): Promise<void> {
  await showDay(fixtures, date)
  await add(fixtures, entries)
}

async function expectNumber({ element, expect }: Fixtures, parameter: string, value: string): Promise<void> {
  await expect(await element(parameter), parameter).toShowNumber(value)
}

async function expectTotal(fixtures: Fixtures, entries: readonly Entry[]): Promise<void> {
  await expectNumber(fixtures, 'total_text', caloriesOf(fixtures, entries))
}

/** Expects a text such as "850 left", perhaps with a unit. */
async function expectLeft({ element, expect }: Fixtures, value: string, word: 'left' | 'over'): Promise<void> {
  const text = await element('left_text')
  const other = word === 'left' ? 'over' : 'left'
  await expect(text, 'left_text').toShowNumber(value)
  await expect(text, 'left_text').toHaveText(new RegExp(String.raw`^(?!.*\b${other}\b).*\b${word}\b`, 'is'))
}

/** Expects the page to say how many calories of a goal are left after these entries, or how far they exceed it. */
async function expectLeftOf(fixtures: Fixtures, goal: number, entries: readonly Entry[]): Promise<void> {
  const left = goal - Number(caloriesOf(fixtures, entries))
  await expectLeft(fixtures, String(Math.abs(left)), left < 0 ? 'over' : 'left')
}

async function submitGoal({ element }: Fixtures, goal: string): Promise<void> {
  await (await element('goal_field')).fill(goal)
  await (await element('goal_button')).click()
}

// ---- a week --------------------------------------------------------------------------------------------------------

/** Opens the week of a date. Returns the element with its days, which must begin with this Monday. */
async function showWeek({ open, element, expect }: Fixtures, date: string, monday: string): Promise<Locator> {
  await open('week_url')
  await (await element('week_field')).fill(date)
  await (await element('week_button')).click()
  const list = await element('week_list')
  await expect(list, 'the days of the week').toContainText(monday, { useInnerText: true })
  return list
}

/** The outermost element in the list that shows this date and no other: a row, whatever elements it is made of. */
function dayRow(list: Locator, date: string): Locator {
  const anotherDate = new RegExp(String.raw`(?!${date})\d{4}-\d{2}-\d{2}`)
  return list.locator('*').filter({ hasText: date, hasNotText: anotherDate, visible: true }).first()
}

async function expectTotals(
  { expect }: Fixtures,
  list: Locator,
  totals: readonly (readonly [date: string, total: string])[],
): Promise<void> {
  for (const [date, total] of totals) {
    const row = dayRow(list, date)
    await expect(row, date).toContainText(date)
    await expect.poll(() => numbersBeside(row, date), `the total of ${date}`).toEqual([total])
  }
}

/** The longest row or column of pixels that differ between two pictures, as a fraction of the longer side. */
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

/** The texts, sorted in the reading order of their rows. */
const inReadingOrder = ({ rows, readingOrder }: Fixtures, texts: readonly string[]) =>
  readingOrder(texts, (text) => rows([text], DELETE))

export default {
  'add-food': async (fixtures) => {
    const foods = [appleOf(fixtures), breadOf(fixtures), cheeseOf(fixtures)] as const
    await fixtures.open('foods_url')
    for (const { name } of foods) await expectNoFood(fixtures, name)
    for (const food of foods) await addFood(fixtures, food)
    for (const food of foods) await expectFood(fixtures, food)
  },

  'sort-foods': async (fixtures) => {
    const { expect, open, given } = fixtures
    const drawn = given.distinct('sorted', 3, (key) => given.word(key)).toSorted() as [string, string, string]
    const large = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
    // Sorted by character codes, the first one would be the last.
    const sorted = [drawn[0], large(drawn[1]), large(drawn[2])]
    // Less than the calories that "refuse-name" expects in no row.
    const foods = sorted.map((name, at) => {
      return { name, per: String(given.integer(`sorted calories ${String(at)}`, { from: 1, to: 600 })) }
    })
    await open('foods_url')
    for (const food of foods.toReversed()) await addFood(fixtures, food)
    await expect.poll(() => inReadingOrder(fixtures, sorted)).toEqual(sorted)
    await open('foods_url')
    for (const food of foods) await expectFood(fixtures, food)
    await expect.poll(() => inReadingOrder(fixtures, sorted)).toEqual(sorted)
  },

  'refuse-name': async (fixtures) => {
    const { rows, expect, open, given } = fixtures
    const taken = foodOf(fixtures, 'taken', { from: 201, to: 399 })
    const bad = String(given.integer('refused calories', { from: 601, to: 899 }))
    await open('foods_url')
    await addFood(fixtures, taken)
    await fixtures.refusal('food_error', /\bname\b/i, () => submitFood(fixtures, { name: '   ', per: bad }))
    await open('foods_url')
    const other = { name: taken.name.toLowerCase(), per: bad }
    await fixtures.refusal('food_error', /\bname\b/i, () => submitFood(fixtures, other))
    await open('foods_url')
    await expectFood(fixtures, taken)
    // Upper and lower case count as the same name.
    await expect(rows([taken.name], DELETE)).toHaveCount(1)
    const blank = rows([bad], DELETE).filter({ hasNotText: new RegExp(String.raw`\d${bad}|${bad}\d`) })
    await expect(blank, `no row with ${bad}`).toHaveCount(0)
  },

  'refuse-calories': async (fixtures) => {
    const { page, expect, open, given } = fixtures
    const name = given.title('refused food')
    for (const per of ['', '-1', '900.5']) {
      await open('foods_url')
      await fixtures.refusal('food_error', /\bcalories\b/i, () => submitFood(fixtures, { name, per }))
    }
    await open('foods_url')
    for (const [key, per] of [
      ['least', '0'],
      ['most', '900'],
    ] as const) {
      const food = { name: given.title(key), per }
      await addFood(fixtures, food)
      await expectFood(fixtures, food)
    }
    await expect(page.getByText(name).filter({ visible: true })).toHaveCount(0)
  },

  'add-entry': async (fixtures) => {
    const entries = entriesOf(fixtures, 'first entries', [
      ['Breakfast', appleOf(fixtures)],
      ['Dinner', cheeseOf(fixtures)],
    ])
    await eat(fixtures, dayOf(fixtures, '2031-05'), entries)
    for (const entry of entries) await expectEntry(fixtures, entry)
  },

  'delete-food': async (fixtures) => {
    const { rows, expect, open, element } = fixtures
    const gone = foodOf(fixtures, 'deleted', { from: 1, to: 900 })
    const kept = foodOf(fixtures, 'not deleted', { from: 1, to: 900 })
    await open('foods_url')
    await addFood(fixtures, gone)
    await addFood(fixtures, kept)
    await fixtures.confirming(() => deleteButton(rows([gone.name], DELETE)).click())
    await expectNoFood(fixtures, gone.name)
    await open('foods_url')
    await expectFood(fixtures, kept)
    await expectNoFood(fixtures, gone.name)
    await showDay(fixtures, dayOf(fixtures, '2031-06'))
    const list = await element('food_list')
    const offers = async (name: string) => (await fixtures.offered(list)).filter((each) => each.includes(name)).length
    await expect.poll(() => offers(kept.name), 'a food that is still there').toBe(1)
    await expect.poll(() => offers(gone.name), 'the deleted food').toBe(0)
  },

  'keep-eaten-food': async (fixtures) => {
    const { page, rows, open } = fixtures
    const food = foodOf(fixtures, 'eaten', { from: 41, to: 99 })
    const date = dayOf(fixtures, '2031-07')
    const entries = entriesOf(fixtures, 'eaten once', [['Breakfast', food]])
    await open('foods_url')
    await addFood(fixtures, food)
    await eat(fixtures, date, entries)
    await open('foods_url')
    await fixtures.refusal('delete_error', /\beaten\b/i, () =>
      fixtures.confirming(() => deleteButton(rows([food.name], DELETE)).click()),
    )
    await showDay(fixtures, date)
    for (const entry of entries) await expectEntry(fixtures, entry)
    await fixtures.confirming(() => deleteButton(page.locator('body')).click())
    await expectEntries(fixtures, 0)
    await open('foods_url')
    await expectFood(fixtures, food)
    await fixtures.confirming(() => deleteButton(rows([food.name], DELETE)).click())
    await expectNoFood(fixtures, food.name)
  },

  'food-like-html': async (fixtures) => {
    const { expect, open, dialogs, given } = fixtures
    const run = `<img src="/none" onerror="alert('run')">`
    const name = `${given.personWithApostrophe('cook')} ${given.textWithMarkup('food')} &amp; ${run}`
    const food = { ...foodOf(fixtures, 'hostile', { from: 41, to: 99 }), name }
    await open('foods_url')
    const entries = entriesOf(fixtures, 'hostile entry', [['Breakfast', food]])
    await addFood(fixtures, food)
    await expectFood(fixtures, food)
    await eat(fixtures, dayOf(fixtures, '2031-08'), entries)
    for (const entry of entries) await expectEntry(fixtures, entry)
    expect(dialogs, 'dialogues that the name opened').toHaveLength(0)
  },

  'choose-day': async (fixtures) => {
    const { calendar, given } = fixtures
    const last = given.date('last day of a month', { from: '2034-01-01', to: '2034-11-30', day: 'last' })
    const dates = [calendar.addDays(last, -1), last, calendar.addDays(last, 29)]
    const [apple, bread] = [appleOf(fixtures), breadOf(fixtures)]
    const entries = entriesOf(fixtures, 'days', [
      ['Breakfast', apple],
      ['Breakfast', bread],
      ['Breakfast', apple],
    ])
    const days = dates.map((date, place) => [date, entries.slice(place, place + 1)] as const)
    for (const [date, eaten] of days) await eat(fixtures, date, eaten)
    for (const [date, eaten] of days) {
      await showDay(fixtures, date)
      for (const entry of eaten) await expectEntry(fixtures, entry)
      await expectEntries(fixtures, 1)
    }
  },

  'sort-meals': async (fixtures) => {
    const { expect } = fixtures
    const apple = appleOf(fixtures)
    const entries = entriesOf(fixtures, 'four meals', [
      ['Dinner', apple],
      ['Snack', apple],
      ['Breakfast', apple],
      ['Lunch', apple],
    ])
    await eat(fixtures, dayOf(fixtures, '2031-09'), entries)
    const amounts = entries.map(({ amount }) => amount) as [string, string, string, string]
    const [dinner, snack, breakfast, lunch] = amounts
    await expect.poll(() => inReadingOrder(fixtures, amounts)).toEqual([breakfast, lunch, dinner, snack])
  },

  'sum-meals': async (fixtures) => {
    const [apple, bread, cheese] = [appleOf(fixtures), breadOf(fixtures), cheeseOf(fixtures)]
    const entries = entriesOf(fixtures, 'meals', [
      ['Snack', apple],
      ['Breakfast', bread],
      ['Dinner', bread],
      ['Breakfast', cheese],
    ]) as [Entry, Entry, Entry, Entry]
    const [snack, first, dinner, second] = entries
    await eat(fixtures, dayOf(fixtures, '2031-10'), entries)
    await expectNumber(fixtures, 'breakfast_sum', caloriesOf(fixtures, [first, second]))
    await expectNumber(fixtures, 'lunch_sum', '0')
    await expectNumber(fixtures, 'dinner_sum', caloriesOf(fixtures, [dinner]))
    await expectNumber(fixtures, 'snack_sum', caloriesOf(fixtures, [snack]))
  },

  'sum-up': async (fixtures) => {
    const { given } = fixtures
    const food = appleOf(fixtures)
    // Rounding each of the three pieces would change the sum: 14.56 + 14.56 + 14.56 = 43.68.
    const amount = given.suchThat(
      'amount of a piece',
      (key) => String(given.integer(key, { from: 11, to: 49 })),
      (drawn) => {
        const piece = { food, amount: drawn }
        const rounded = 3 * Number(caloriesOf(fixtures, [piece]))
        return (
          isClear(fixtures, [piece, piece, piece]) && rounded !== Number(caloriesOf(fixtures, [piece, piece, piece]))
        )
      },
    )
    const piece: Entry = { food, amount }
    await showDay(fixtures, dayOf(fixtures, '2031-11'))
    await expectNumber(fixtures, 'total_text', '0')
    await add(fixtures, [piece, { ...piece, meal: 'Lunch' }, piece])
    await expectTotal(fixtures, [piece, piece, piece])
  },

  'write-thousands': async (fixtures) => {
    const entry: Entry = { food: breadOf(fixtures), amount: '5000' }
    await eat(fixtures, dayOf(fixtures, '2033-01'), [entry])
    await expectTotal(fixtures, [entry])
    const total = await fixtures.element('total_text')
    await fixtures.expect(total, 'total_text').toContainText(caloriesOf(fixtures, [entry]))
  },

  'refuse-amount': async (fixtures) => {
    const date = dayOf(fixtures, '2033-02')
    const entries = entriesOf(fixtures, 'good amount', [['Breakfast', breadOf(fixtures)]]) as [Entry]
    for (const amount of ['', '0', '-20', '5001']) {
      await showDay(fixtures, date)
      await fixtures.refusal('amount_error', /\bamount\b/i, () => submitEntry(fixtures, { ...entries[0], amount }))
    }
    await showDay(fixtures, date)
    await expectNumber(fixtures, 'total_text', '0')
    await add(fixtures, entries)
    await expectTotal(fixtures, entries)
  },

  'delete-entry': async (fixtures) => {
    const { rows } = fixtures
    const date = dayOf(fixtures, '2033-03')
    const [twin] = entriesOf(fixtures, 'twin', [['Breakfast', breadOf(fixtures)]]) as [Entry]
    await eat(fixtures, date, [twin, twin])
    await expectTotal(fixtures, [twin, twin])
    await fixtures.confirming(() => deleteButton(rows([twin.food.name, twin.amount], DELETE).last()).click())
    await expectEntries(fixtures, 1)
    await expectTotal(fixtures, [twin])
    await showDay(fixtures, date)
    await expectEntry(fixtures, twin)
    await expectEntries(fixtures, 1)
  },

  'left-at-first': async (fixtures) => {
    const entries = entriesOf(fixtures, 'below the goal', [['Breakfast', breadOf(fixtures)]])
    await eat(fixtures, dayOf(fixtures, '2033-04'), entries)
    await expectLeftOf(fixtures, 2000, entries)
  },

  'above-goal': async (fixtures) => {
    const { decimal } = fixtures
    const bread = breadOf(fixtures)
    const goalLeft: Entry[] = [{ food: bread, amount: decimal.quotient('200000', bread.per, 0) }]
    await eat(fixtures, dayOf(fixtures, '2033-05'), goalLeft)
    await expectLeftOf(fixtures, 2000, goalLeft)
    const more = entriesOf(fixtures, 'above the goal', [['Breakfast', appleOf(fixtures)]])
    await add(fixtures, more, 1)
    await expectLeftOf(fixtures, 2000, [...goalLeft, ...more])
  },

  'change-goal': async (fixtures) => {
    const goal = fixtures.given.integer('changed goal', { from: 1501, to: 1999 })
    const entries = entriesOf(fixtures, 'before the change', [['Breakfast', breadOf(fixtures)]])
    await eat(fixtures, dayOf(fixtures, '2033-06'), entries)
    await submitGoal(fixtures, String(goal))
    await expectLeftOf(fixtures, goal, entries)
    await showDay(fixtures, dayOf(fixtures, '2033-07'))
    await expectLeft(fixtures, String(goal), 'left')
  },

  'refuse-goal': async (fixtures) => {
    const date = dayOf(fixtures, '2033-08')
    const kept = String(fixtures.given.integer('kept goal', { from: 1001, to: 1499 }))
    await showDay(fixtures, date)
    await submitGoal(fixtures, kept)
    await expectLeft(fixtures, kept, 'left')
    for (const goal of ['', '0', '10000', '12.5']) {
      await showDay(fixtures, date)
      await fixtures.refusal('goal_error', /\bgoal\b/i, () => submitGoal(fixtures, goal))
    }
    await showDay(fixtures, date)
    await expectLeft(fixtures, kept, 'left')
  },

  'show-week': async (fixtures) => {
    const { calendar, expect } = fixtures
    const { monday, sunday, before, onMonday, onSunday, after } = weekOf(fixtures)
    await eat(fixtures, calendar.addDays(monday, -1), before)
    await eat(fixtures, monday, onMonday)
    await eat(fixtures, sunday, onSunday)
    await eat(fixtures, calendar.addDays(sunday, 1), after)
    const totals = Array.from({ length: 7 }, (_, day): [string, string] => [calendar.addDays(monday, day), '0'])
    totals[0] = [monday, caloriesOf(fixtures, onMonday)]
    totals[6] = [sunday, caloriesOf(fixtures, onSunday)]
    const list = await showWeek(fixtures, sunday, monday)
    await expectTotals(fixtures, list, totals)
    const dates = async () => (await list.innerText()).match(/\d{4}-\d{2}-\d{2}/g)
    await expect.poll(dates, 'the days in their order').toEqual(totals.map(([date]) => date))
  },

  'mark-days': async (fixtures) => {
    const { expect } = fixtures
    const over = /\bover\b/i
    const { monday, sunday, onSunday } = weekOf(fixtures)
    const total = caloriesOf(fixtures, onSunday)
    await showDay(fixtures, sunday)
    await submitGoal(fixtures, total)
    await expectLeft(fixtures, '0', 'left')
    const unmarked = await showWeek(fixtures, sunday, monday)
    await expectTotals(fixtures, unmarked, [[sunday, total]])
    for (const date of [sunday, monday])
      await expect(dayRow(unmarked, date), date).not.toHaveText(over, { useInnerText: true })
    await showDay(fixtures, sunday)
    await submitGoal(fixtures, String(Number(total) - 1))
    await expectLeft(fixtures, '1', 'over')
    const marked = await showWeek(fixtures, monday, monday)
    // The visible text: adjacent cells are separate words, even without spaces between them.
    await expect(dayRow(marked, sunday), sunday).toHaveText(over, { useInnerText: true })
    await expect(dayRow(marked, monday), monday).not.toHaveText(over, { useInnerText: true })
  },

  'show-average': async (fixtures) => {
    const { calendar, decimal } = fixtures
    const { monday, onMonday, onSunday } = weekOf(fixtures)
    const products = [...onMonday, ...onSunday].map(({ food, amount }) => decimal.product([food.per, amount]))
    await showWeek(fixtures, calendar.addDays(monday, 2), monday)
    await expectNumber(fixtures, 'average_text', decimal.quotient(decimal.sum(products), '200', 0))
    const empty = calendar.addDays(monday, 42)
    await showWeek(fixtures, empty, empty)
    await expectNumber(fixtures, 'average_text', '0')
  },

  'chart-grows': async (fixtures) => {
    const { expect, element, picture, calendar } = fixtures
    const { monday, sunday, onMonday, onSunday } = weekOf(fixtures)
    const chart = async (entries: readonly Entry[]) => {
      const list = await showWeek(fixtures, sunday, monday)
      await expectTotals(fixtures, list, [
        [monday, caloriesOf(fixtures, entries)],
        [sunday, caloriesOf(fixtures, onSunday)],
      ])
      return picture(await element('chart'))
    }
    const first = await chart(onMonday)
    const other: Entry = { food: breadOf(fixtures), amount: '600' }
    await eat(fixtures, calendar.addDays(sunday, 2), [other])
    await submitGoal(fixtures, '9000')
    await expectLeftOf(fixtures, 9000, [other])
    const same = await chart(onMonday)
    expect(longestChange(first, same), 'the change of the chart although no total changed').toBe(0)
    const more = entriesOf(fixtures, 'more on Monday', [['Lunch', breadOf(fixtures)]], { from: 150, to: 199 })
    await showDay(fixtures, monday)
    await add(fixtures, more, 1)
    const grown = await chart([...onMonday, ...more])
    // The bar grows by a large part of the longest one. Otherwise only digits change, whose strokes are shorter.
    expect(longestChange(first, grown), 'the growth of a bar in the chart').toBeGreaterThan(0.05)
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
    const { open, forget, given } = fixtures
    const food = foodOf(fixtures, 'kept', { from: 101, to: 199 })
    const entries = entriesOf(fixtures, 'kept entry', [['Lunch', food]])
    const goal = given.integer('goal at last', { from: 1501, to: 1999 })
    const date = dayOf(fixtures, '2033-12')
    await open('foods_url')
    await addFood(fixtures, food)
    await eat(fixtures, date, entries)
    await submitGoal(fixtures, String(goal))
    await expectLeftOf(fixtures, goal, entries)
    await forget()
    await open('foods_url')
    await expectFood(fixtures, food)
    await showDay(fixtures, date)
    for (const entry of entries) await expectEntry(fixtures, entry)
    await expectLeftOf(fixtures, goal, entries)
  },
} satisfies WebsiteTestcodes
