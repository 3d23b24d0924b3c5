import type { Locator, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

/** A month, counted from 1. */
interface Month {
  readonly year: number
  readonly month: number
}

interface Appointment {
  readonly title: string
  /** Such as 2032-02-29, or empty. */
  readonly date: string
  /** Such as 09:30, or empty. */
  readonly time: string
}

const NAMES = 'January February March April May June July August September October November December'.split(' ')
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const WORDS = ['title', 'date', 'time'] as const

/** Text is compared as it is seen: without what is hidden, and with space between what stands apart. */
const AS_SEEN = { useInnerText: true }

const nameOf = ({ month }: Month): string => NAMES[month - 1] ?? ''
const monthOf = (date: string): Month => ({ year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) })
const dayOf = (date: string): number => Number(date.slice(8))

/** The month on view is this one. A caption is the heading of a table. */
function heading({ page }: Fixtures, month: Month): Locator {
  const text = new RegExp(String.raw`\b${nameOf(month)} ${String(month.year)}\b`, 'i')
  const caption = page.getByRole('caption').filter({ hasText: text })
  return page.getByRole('heading', { name: text }).or(caption).filter({ visible: true }).first()
}

async function seesMonth(fixtures: Fixtures, month: Month): Promise<void> {
  await fixtures.expect(heading(fixtures, month)).toBeVisible()
}

async function submitMonth({ element }: Fixtures, month: Month, year = String(month.year)): Promise<void> {
  const list = await element('month_list')
  const option = list.locator('option').filter({ hasText: new RegExp(nameOf(month), 'i') })
  await list.selectOption({ label: ((await option.textContent()) ?? '').replace(/\s+/g, ' ').trim() })
  await (await element('year_field')).fill(year)
  await (await element('go_button')).click()
}

/** Opens the calendar and goes to a month, unless it is the one that is shown at first. */
async function show(fixtures: Fixtures, month: Month): Promise<void> {
  await fixtures.open('calendar_url')
  await fixtures.element('go_button')
  if (await heading(fixtures, month).isVisible()) return
  await submitMonth(fixtures, month)
  await seesMonth(fixtures, month)
}

async function leaf(fixtures: Fixtures, parameter: 'next_button' | 'previous_button', month: Month): Promise<void> {
  await (await fixtures.element(parameter)).click()
  await seesMonth(fixtures, month)
}

/** The table has the days of the week, and below them those of a month that begins so many days after a Monday. */
async function seesDays(
  { element, expect }: Fixtures,
  afterMonday: number,
  days: number,
  weeks: number,
): Promise<void> {
  const table = await element('month_table')
  const cells = table.getByRole('columnheader').or(table.getByRole('cell')).or(table.getByRole('gridcell'))
  const numbers = Array.from({ length: 7 * weeks }, (_, place) => place + 1 - afterMonday)
  const expected = numbers.map((day) => (day >= 1 && day <= days ? String(day) : ''))
  const shown = async () => (await cells.allInnerTexts()).map((text) => /^\s*(\d+|.*\S)/.exec(text)?.[1] ?? '')
  await expect.poll(shown, 'the days of the week, and the cells below them').toEqual([...WEEKDAYS, ...expected])
  await expect(table.getByRole('row'), 'rows with the one that names the days').toHaveCount(weeks + 1)
}

async function seesMonthOfDays(fixtures: Fixtures, month: Month, ...days: [number, number, number]): Promise<void> {
  await seesMonth(fixtures, month)
  await seesDays(fixtures, ...days)
}

/** The cells of the days of the month that is shown; those of other months are empty. */
async function dayCells({ element }: Fixtures): Promise<Locator> {
  const table = await element('month_table')
  return table
    .getByRole('cell')
    .or(table.getByRole('gridcell'))
    .filter({ hasText: /^\s*\d/ })
}

/** The cell of a day of the month that is shown. */
async function dayCell(fixtures: Fixtures, day: number): Promise<Locator> {
  return (await dayCells(fixtures)).nth(day - 1)
}

/** Nothing stands in the cell of this day of the month that is shown. */
async function expectFree(fixtures: Fixtures, day: number): Promise<void> {
  await fixtures.expect(await dayCell(fixtures, day), `day ${String(day)}`).toHaveText(String(day), AS_SEEN)
}

async function submit({ element }: Fixtures, { title, date, time }: Appointment): Promise<void> {
  await (await element('title_field')).fill(title)
  await (await element('date_field')).fill(date)
  await (await element('time_field')).fill(time)
  await (await element('add_button')).click()
}

/** The appointment stands in the cell of its day, in the month that is shown. */
async function seesAppointment(fixtures: Fixtures, { title, date, time }: Appointment): Promise<void> {
  const { expect } = fixtures
  const cell = await dayCell(fixtures, dayOf(date))
  await expect(cell, date).toHaveText(new RegExp(String.raw`^\s*${String(dayOf(date))}`), AS_SEEN)
  await expect(cell, date).toContainText(title, AS_SEEN)
  await expect(cell, date).toHaveText(new RegExp(String.raw`${time}(?!\d)`), AS_SEEN)
}

/** Adds an appointment, which brings its month. */
async function add(fixtures: Fixtures, appointment: Appointment): Promise<void> {
  await submit(fixtures, appointment)
  await seesMonth(fixtures, monthOf(appointment.date))
  await seesAppointment(fixtures, appointment)
}

/** Opens the calendar and adds appointments that were not there before. */
async function addAll(fixtures: Fixtures, appointments: readonly Appointment[]): Promise<void> {
  await fixtures.open('calendar_url')
  for (const appointment of appointments) await add(fixtures, appointment)
}

/** The buttons that delete; that some people write them as links makes no difference to a user. */
function deleteButtons(cell: Locator): Locator {
  const name = /\bdelete\b/i
  return cell.getByRole('button', { name }).or(cell.getByRole('link', { name })).filter({ visible: true })
}

/** Submits what must be refused, and gives the message, whose text was not on the page before. */
async function refusal(
  { page, element, expect }: Fixtures,
  parameter: 'year_error' | 'add_error',
  submitBad: () => Promise<void>,
): Promise<Locator> {
  const before = await page.locator('body').innerText()
  await submitBad()
  const message = await element(parameter)
  await expect(message).toBeVisible()
  await expect(message).toHaveText(/\S/, AS_SEEN)
  expect(before, 'the page before it').not.toContain((await message.innerText()).trim())
  return message
}

/** From a fresh page the appointment is refused, and the message names what is missing and nothing else. */
async function refuses(fixtures: Fixtures, bad: Appointment, missing: readonly string[]): Promise<Locator> {
  const { open, expect } = fixtures
  await open('calendar_url')
  const message = await refusal(fixtures, 'add_error', () => submit(fixtures, bad))
  for (const word of WORDS) {
    const named = new RegExp(String.raw`\b${word}\b`, 'i')
    await (missing.includes(word) ? expect(message) : expect(message).not).toHaveText(named, AS_SEEN)
  }
  return message
}

async function expectCount({ element, expect }: Fixtures, count: number): Promise<void> {
  const number = new RegExp(String.raw`^\D*${String(count)}\D*$`)
  await expect(await element('count_text'), 'appointments of the month').toHaveText(number, AS_SEEN)
}

export default {
  'leap-year': async (fixtures) => {
    const february = { year: 2032, month: 2 }
    await show(fixtures, february)
    await seesMonthOfDays(fixtures, february, 6, 29, 5)
  },

  century: async (fixtures) => {
    const february = { year: 2100, month: 2 }
    await show(fixtures, february)
    await seesMonthOfDays(fixtures, february, 0, 28, 4)
  },

  'six-weeks': async (fixtures) => {
    const august = { year: 2032, month: 8 }
    await show(fixtures, august)
    await seesMonthOfDays(fixtures, august, 6, 31, 6)
  },

  'next-year': async (fixtures) => {
    await show(fixtures, { year: 2031, month: 11 })
    await leaf(fixtures, 'next_button', { year: 2031, month: 12 })
    await leaf(fixtures, 'next_button', { year: 2032, month: 1 })
    await seesDays(fixtures, 3, 31, 5)
    await leaf(fixtures, 'next_button', { year: 2032, month: 2 })
    await seesDays(fixtures, 6, 29, 5)
  },

  'year-before': async (fixtures) => {
    await show(fixtures, { year: 2030, month: 3 })
    await leaf(fixtures, 'previous_button', { year: 2030, month: 2 })
    await seesDays(fixtures, 4, 28, 5)
    await leaf(fixtures, 'previous_button', { year: 2030, month: 1 })
    await leaf(fixtures, 'previous_button', { year: 2029, month: 12 })
    await seesDays(fixtures, 5, 31, 6)
    await leaf(fixtures, 'next_button', { year: 2030, month: 1 })
    await seesDays(fixtures, 1, 31, 5)
  },

  'any-month': async (fixtures) => {
    const first = { year: 1900, month: 1 }
    const last = { year: 2100, month: 12 }
    await show(fixtures, first)
    await seesMonthOfDays(fixtures, first, 0, 31, 5)
    await submitMonth(fixtures, last)
    await seesMonthOfDays(fixtures, last, 2, 31, 5)
    await submitMonth(fixtures, first)
    await seesMonthOfDays(fixtures, first, 0, 31, 5)
  },

  'refuse-year': async (fixtures) => {
    const shown = { year: 2031, month: 5 }
    for (const year of ['1899', '2101', '']) {
      await show(fixtures, shown)
      const message = await refusal(fixtures, 'year_error', () => submitMonth(fixtures, { ...shown, month: 8 }, year))
      await fixtures.expect(message).toHaveText(/\byear\b/i, AS_SEEN)
      await seesMonth(fixtures, shown)
    }
  },

  'add-appointment': async (fixtures) => {
    await show(fixtures, { year: 2033, month: 1 })
    await add(fixtures, { title: 'Piano lesson', date: '2033-03-16', time: '10:45' })
    await add(fixtures, { title: 'Dentist', date: '2032-12-01', time: '09:30' })
  },

  'only-on-its-day': async (fixtures) => {
    const { page, expect } = fixtures
    const appointment = { title: 'Pumpkin soup', date: '2031-09-30', time: '18:00' }
    const shown = page.getByText(appointment.title).filter({ visible: true })
    const expectInCells = async (count: number) => {
      const cells = (await dayCells(fixtures)).filter({ hasText: appointment.title })
      await expect(cells, 'cells with the appointment').toHaveCount(count)
    }
    await addAll(fixtures, [appointment])
    await expectInCells(1)
    await leaf(fixtures, 'next_button', { year: 2031, month: 10 })
    await expect(shown).toHaveCount(0)
    await leaf(fixtures, 'previous_button', { year: 2031, month: 9 })
    await seesAppointment(fixtures, appointment)
    await expectInCells(1)
    await leaf(fixtures, 'previous_button', { year: 2031, month: 8 })
    await expect(shown).toHaveCount(0)
  },

  'by-time': async (fixtures) => {
    const date = '2034-05-09'
    const lunch = { title: 'Picnic', date, time: '12:15' }
    const evening = { title: 'Opera', date, time: '20:05' }
    const morning = { title: 'Zoo', date, time: '08:40' }
    await addAll(fixtures, [lunch, evening, morning])
    const cell = await dayCell(fixtures, dayOf(date))
    const inOrder = async () => (await cell.innerText()).match(/Picnic|Opera|Zoo/g)
    await fixtures.expect.poll(inOrder, 'the titles in the cell').toEqual(['Zoo', 'Picnic', 'Opera'])
    for (const appointment of [lunch, evening, morning]) await seesAppointment(fixtures, appointment)
  },

  'title-like-html': async (fixtures) => {
    const { expect, dialogs } = fixtures
    const title = `Tom's "tea" &amp; <b>cake</b> <img src="/none" onerror="alert('run')">`
    const appointment = { title, date: '2034-06-10', time: '16:00' }
    await addAll(fixtures, [appointment])
    await show(fixtures, monthOf(appointment.date))
    await seesAppointment(fixtures, appointment)
    expect(dialogs, 'dialogues that the title opened').toHaveLength(0)
  },

  'refuse-title': async (fixtures) => {
    const date = '2034-07-12'
    await refuses(fixtures, { title: '', date, time: '10:00' }, ['title'])
    await refuses(fixtures, { title: '   ', date, time: '10:00' }, ['title'])
    await refuses(fixtures, { title: '', date, time: '' }, ['title', 'time'])
    await show(fixtures, monthOf(date))
    await expectFree(fixtures, dayOf(date))
    await add(fixtures, { title: 'Tango', date, time: '10:00' })
  },

  'refuse-date-and-time': async (fixtures) => {
    const { page, expect } = fixtures
    const good = { title: 'Barber', date: '2034-08-15', time: '11:20' }
    const bad = { title: 'Plumber', date: '2034-08-16', time: '07:10' }
    await refuses(fixtures, { ...bad, date: '' }, ['date'])
    const message = await refuses(fixtures, { ...bad, time: '' }, ['time'])
    await add(fixtures, good)
    const shown = async () => (await message.filter({ visible: true }).allInnerTexts()).join(' ')
    await expect.poll(shown, 'the message after a good appointment').not.toMatch(/\b(?:title|date|time)\b/i)
    await expectFree(fixtures, dayOf(bad.date))
    await expect(page.getByText(bad.title).filter({ visible: true })).toHaveCount(0)
  },

  'count-month': async (fixtures) => {
    const june = { year: 2035, month: 6 }
    await show(fixtures, june)
    await expectCount(fixtures, 0)
    await add(fixtures, { title: 'Regatta', date: '2035-06-01', time: '14:00' })
    await expectCount(fixtures, 1)
    await add(fixtures, { title: 'Marathon', date: '2035-06-30', time: '09:00' })
    await expectCount(fixtures, 2)
    await leaf(fixtures, 'next_button', { year: 2035, month: 7 })
    await expectCount(fixtures, 0)
    await add(fixtures, { title: 'Fireworks', date: '2035-07-01', time: '22:00' })
    await expectCount(fixtures, 1)
    await show(fixtures, june)
    await expectCount(fixtures, 2)
  },

  'delete-one': async (fixtures) => {
    const { expect } = fixtures
    const kept = { title: 'Yoga', date: '2036-03-10', time: '07:00' }
    const gone = { ...kept, date: '2036-03-17' }
    const march = monthOf(kept.date)
    await addAll(fixtures, [kept, gone])
    await deleteButtons(await dayCell(fixtures, dayOf(gone.date))).click()
    for (const visit of ['at once', 'later']) {
      if (visit === 'later') await show(fixtures, march)
      await seesMonth(fixtures, march)
      await expect(await dayCell(fixtures, dayOf(gone.date)), visit).not.toContainText(gone.title, AS_SEEN)
      await expectFree(fixtures, dayOf(gone.date))
      await seesAppointment(fixtures, kept)
    }
  },

  'count-after-delete': async (fixtures) => {
    const { expect } = fixtures
    const date = '2036-04-20'
    const late = { title: 'Theatre', date, time: '19:30' }
    const early = { title: 'Market', date, time: '06:30' }
    await addAll(fixtures, [late, early])
    await expectCount(fixtures, 2)
    const cell = await dayCell(fixtures, dayOf(date))
    await expect(deleteButtons(cell)).toHaveCount(2)
    await deleteButtons(cell).first().click()
    await expect(cell).not.toContainText(early.title, AS_SEEN)
    await expectCount(fixtures, 1)
    await seesAppointment(fixtures, late)
  },

  'keep-appointments': async (fixtures) => {
    const appointments = [
      { title: 'Leap day party', date: '2036-02-29', time: '21:15' },
      { title: 'Harvest', date: '2037-09-05', time: '05:50' },
    ]
    await addAll(fixtures, appointments)
    await fixtures.forget()
    for (const appointment of appointments) {
      await show(fixtures, monthOf(appointment.date))
      await seesAppointment(fixtures, appointment)
    }
  },
} satisfies WebsiteTestcodes
