import type { Locator, Weekday, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

/** A month, counted from 1. */
interface Month {
  readonly year: number
  readonly month: number
}

interface Appointment {
  readonly title: string
  /** For example 2032-02-29, or empty. */
  readonly date: string
  /** For example 09:30, or empty. */
  readonly time: string
}

const NAMES = 'January February March April May June July August September October November December'.split(' ')
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const WORDS = ['title', 'date', 'time'] as const

/** Each testcode that adds appointments has its own decade. It uses one year of it, and perhaps the next year. */
type Decade = 1980 | 1990 | 2000 | 2010 | 2020 | 2030 | 2040 | 2050 | 2060 | 2070 | 2080

const nameOf = ({ month }: Month): string => NAMES[month - 1] ?? ''
const monthOf = (date: string): Month => ({ year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) })
const dayOf = (date: string): number => Number(date.slice(8))
const firstOf = ({ year, month }: Month): string => `${String(year)}-${String(month).padStart(2, '0')}-01`
const monthsLater = ({ year, month }: Month, months: number): Month => {
  const all = year * 12 + month - 1 + months
  return { year: Math.floor(all / 12), month: (all % 12) + 1 }
}
const tidy = (text: string): string => text.replace(/\s+/g, ' ')

/** A year of a decade, but not its last one. */
function yearOf({ given }: Fixtures, decade: Decade): number {
  return given.integer(`year after ${String(decade)}`, { from: decade, to: decade + 7 })
}

/** A day in the testcode's own year. */
function dateIn(fixtures: Fixtures, decade: Decade, key = ''): string {
  const year = String(yearOf(fixtures, decade))
  return fixtures.given.date(`day in ${year} ${key}`, { from: `${year}-01-01`, to: `${year}-12-31` })
}

/** A time from the beginning of one hour to the end of another. */
function timeOf({ given }: Fixtures, key: string, from = 0, to = 23): string {
  const hour = given.integer(`${key} hour`, { from, to })
  const minute = given.integer(`${key} minute`, { from: 0, to: 59 })
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

function appointmentOf(fixtures: Fixtures, key: string, date: string): Appointment {
  return { title: fixtures.given.title(key), date, time: timeOf(fixtures, key) }
}

/** The headings of a page with this text. A caption counts as the heading of its table. */
function headings({ page }: Fixtures, text: RegExp): Locator {
  const caption = page.getByRole('caption').filter({ hasText: text })
  return page.getByRole('heading', { name: text }).or(caption).filter({ visible: true })
}

/** The month on view is this one. */
function heading(fixtures: Fixtures, month: Month): Locator {
  return headings(fixtures, new RegExp(String.raw`\b${nameOf(month)} ${String(month.year)}\b`, 'i')).first()
}

/** Expects a heading to name this month, and no heading to name another month. */
async function seesMonth(fixtures: Fixtures, month: Month): Promise<void> {
  const { expect } = fixtures
  await expect(heading(fixtures, month)).toBeVisible()
  const other = new RegExp(
    String.raw`\b(?!${nameOf(month)} ${String(month.year)}\b)(?:${NAMES.join('|')}) \d{4}\b`,
    'i',
  )
  await expect(headings(fixtures, other), 'headings of other months').toHaveCount(0)
}

async function submitMonth({ element, choose }: Fixtures, month: Month, year = String(month.year)): Promise<void> {
  await choose(await element('month_list'), nameOf(month))
  await (await element('year_field')).fill(year)
  await (await element('go_button')).click()
}

/** Opens the calendar and goes to a month, unless the calendar shows it already. */
async function show(fixtures: Fixtures, month: Month): Promise<void> {
  await fixtures.open('calendar_url')
  await fixtures.element('go_button')
  if (!(await heading(fixtures, month).isVisible())) await submitMonth(fixtures, month)
  await seesMonth(fixtures, month)
}

async function leaf(fixtures: Fixtures, parameter: 'next_button' | 'previous_button', month: Month): Promise<void> {
  await (await fixtures.element(parameter)).click()
  await seesMonth(fixtures, month)
}

/** The number of days of the first week that come before the month. */
function daysBefore({ calendar }: Fixtures, month: Month): number {
  const weekday: Weekday = calendar.weekday(firstOf(month))
  return WEEKDAYS.indexOf(weekday.slice(0, 3))
}

/** All cells of the table, beginning with the names of the days. */
async function cells({ element }: Fixtures): Promise<Locator> {
  const table = await element('month_table')
  return table.getByRole('columnheader').or(table.getByRole('cell')).or(table.getByRole('gridcell'))
}

/** Expects the days of the week, and below them the days of the month. A cell may hold more than its number. */
async function seesDays(fixtures: Fixtures, month: Month): Promise<void> {
  const { element, expect, calendar } = fixtures
  const before = daysBefore(fixtures, month)
  const days = calendar.daysInMonth(firstOf(month))
  const weeks = Math.ceil((before + days) / 7)
  const table = await element('month_table')
  const numbers = Array.from({ length: 7 * weeks }, (_, place) => place + 1 - before)
  const expected = numbers.map((day) => (day >= 1 && day <= days ? String(day) : ''))
  const all = await cells(fixtures)
  const shown = async () => (await all.allInnerTexts()).map((text) => /^(?:\d+|.*\S)/.exec(text.trimStart())?.[0] ?? '')
  await expect.poll(shown, 'the days of the week, and the cells below them').toEqual([...WEEKDAYS, ...expected])
  await expect(table.getByRole('row'), 'rows with the one that names the days').toHaveCount(weeks + 1)
}

async function showDays(fixtures: Fixtures, month: Month): Promise<void> {
  await show(fixtures, month)
  await seesDays(fixtures, month)
}

/** The cell of a day in the shown month. */
async function dayCell(fixtures: Fixtures, date: string): Promise<Locator> {
  return (await cells(fixtures)).nth(WEEKDAYS.length + daysBefore(fixtures, monthOf(date)) + dayOf(date) - 1)
}

/**
 * Expects the cell of a day in the shown month to have its number, and then exactly these appointments in this order.
 * It may also hold small controls.
 */
async function seesDay(fixtures: Fixtures, date: string, appointments: readonly Appointment[]): Promise<void> {
  const { expect } = fixtures
  const cell = await dayCell(fixtures, date)
  for (const { title } of appointments) await expect(cell, date).toContainText(title)
  const contents = async () => {
    const text = tidy(await cell.innerText()).trim()
    const titles = appointments.map(({ title }) => title).filter((title) => text.includes(title))
    const others = titles.reduce((left, title) => left.replace(title, ' '), text)
    return {
      day: /^\d+/.exec(text)?.[0],
      times: others.match(/(?<![\d:])\d{1,2}:\d\d(?![\d:])/g) ?? [],
      titles: titles.toSorted((one, other) => text.indexOf(one) - text.indexOf(other)),
    }
  }
  await expect.poll(contents, `the cell of ${date}`).toEqual({
    day: String(dayOf(date)),
    times: appointments.map(({ time }) => time),
    titles: appointments.map(({ title }) => title),
  })
  await expect(deleteButtons(cell), `"Delete" on ${date}`).toHaveCount(appointments.length)
}

async function submit({ element }: Fixtures, { title, date, time }: Appointment): Promise<void> {
  await (await element('title_field')).fill(title)
  await (await element('date_field')).fill(date)
  await (await element('time_field')).fill(time)
  await (await element('add_button')).click()
}

/** Adds an appointment. Expects the page to show its month, and the day to hold it together with the earlier ones. */
async function add(fixtures: Fixtures, appointment: Appointment, before: readonly Appointment[] = []): Promise<void> {
  const { date } = appointment
  await submit(fixtures, appointment)
  await seesMonth(fixtures, monthOf(date))
  const ofDay = [...before, appointment].filter((each) => each.date === date)
  await seesDay(
    fixtures,
    date,
    ofDay.toSorted((one, other) => (one.time < other.time ? -1 : 1)),
  )
}

/** Opens the calendar and adds appointments that it does not have yet. */
async function addAll(fixtures: Fixtures, appointments: readonly Appointment[]): Promise<void> {
  await fixtures.open('calendar_url')
  for (const [place, appointment] of appointments.entries())
    await add(fixtures, appointment, appointments.slice(0, place))
}

/** The buttons or links that delete: a user sees no difference. */
function deleteButtons(cell: Locator): Locator {
  const name = /\bdelete\b/i
  return cell.getByRole('button', { name }).or(cell.getByRole('link', { name })).filter({ visible: true })
}

/** Expects a fresh page to refuse the appointment, and the message to name what is missing and nothing else. */
async function refuses(fixtures: Fixtures, bad: Appointment, missing: readonly string[]): Promise<Locator> {
  const { open, expect } = fixtures
  await open('calendar_url')
  const message = await fixtures.refusal('add_error', /\S/, () => submit(fixtures, bad))
  for (const word of WORDS) {
    const named = new RegExp(String.raw`\b${word}\b`, 'i')
    await (missing.includes(word) ? expect(message) : expect(message).not).toHaveText(named, { useInnerText: true })
  }
  return message
}

async function expectCount({ element, expect }: Fixtures, count: number): Promise<void> {
  await expect(await element('count_text'), 'appointments of the month').toShowNumber(String(count))
}

/** The range of years for which most people plan. */
const YEARS = { from: '1905-01-01', to: '2095-12-31' }

export default {
  'leap-year': async (fixtures) => {
    const { given } = fixtures
    await showDays(fixtures, monthOf(given.month('leap February', { ...YEARS, days: 29 })))
  },

  century: async (fixtures) => {
    const { given } = fixtures
    await showDays(fixtures, { year: given.pick('century', [1900, 2100]), month: 2 })
    await showDays(fixtures, monthOf(given.month('four weeks', { ...YEARS, days: 28, begins: 'Monday' })))
  },

  'six-weeks': async (fixtures) => {
    const { given } = fixtures
    const begins = given.pick('first day', ['Saturday', 'Sunday'] as const)
    await showDays(fixtures, monthOf(given.month('six weeks', { ...YEARS, days: 31, begins })))
  },

  'next-year': async (fixtures) => {
    const november = { year: fixtures.given.integer('year', { from: 1905, to: 2095 }), month: 11 }
    await show(fixtures, november)
    await leaf(fixtures, 'next_button', monthsLater(november, 1))
    for (const months of [2, 3]) {
      const month = monthsLater(november, months)
      await leaf(fixtures, 'next_button', month)
      await seesDays(fixtures, month)
    }
  },

  'year-before': async (fixtures) => {
    const march = { year: fixtures.given.integer('year', { from: 1905, to: 2095 }), month: 3 }
    const [february, january, december] = [-1, -2, -3].map((months) => monthsLater(march, months)) as [
      Month,
      Month,
      Month,
    ]
    await show(fixtures, march)
    await leaf(fixtures, 'previous_button', february)
    await seesDays(fixtures, february)
    await leaf(fixtures, 'previous_button', january)
    await leaf(fixtures, 'previous_button', december)
    await seesDays(fixtures, december)
    await leaf(fixtures, 'next_button', january)
    await seesDays(fixtures, january)
  },

  'any-month': async (fixtures) => {
    const { given } = fixtures
    const first = { year: 1900, month: 1 }
    const last = { year: 2100, month: 12 }
    const between = monthOf(given.month('between', YEARS))
    await showDays(fixtures, first)
    for (const month of [last, between, first]) {
      await submitMonth(fixtures, month)
      await seesMonth(fixtures, month)
      await seesDays(fixtures, month)
    }
  },

  'refuse-year': async (fixtures) => {
    const { given, expect } = fixtures
    const shown = monthOf(given.month('shown', YEARS))
    const other = given.integer('other month', { from: 1, to: 12, except: [shown.month] })
    for (const year of ['1899', '2101', '']) {
      await show(fixtures, shown)
      const bad = { ...shown, month: other }
      const message = await fixtures.refusal('year_error', /\S/, () => submitMonth(fixtures, bad, year))
      await expect(message).toHaveText(/\byear\b/i)
      await seesMonth(fixtures, shown)
    }
  },

  'add-appointment': async (fixtures) => {
    const { given } = fixtures
    const year = yearOf(fixtures, 2020)
    const later = given.date('later', { from: `${String(year + 1)}-02-01`, to: `${String(year + 1)}-10-31` })
    const sooner = given.date('sooner', { from: `${String(year)}-03-01`, to: `${String(year)}-12-31` })
    await show(fixtures, { year: year + 1, month: 1 })
    // In the morning: other testcodes check how later hours are written.
    await add(fixtures, { ...appointmentOf(fixtures, 'later', later), time: timeOf(fixtures, 'later', 1, 11) })
    await add(fixtures, { ...appointmentOf(fixtures, 'sooner', sooner), time: timeOf(fixtures, 'sooner', 1, 11) })
  },

  'only-on-its-day': async (fixtures) => {
    const { page, expect, given } = fixtures
    const year = String(yearOf(fixtures, 2030))
    // Both months around it have 31 days, so one that stands in every month stands there, too.
    const date = `${given.month('month of 30 days', { from: `${year}-01-01`, to: `${year}-12-31`, days: 30 })}-30`
    const month = monthOf(date)
    const appointment = appointmentOf(fixtures, 'alone', date)
    const shown = page.getByText(appointment.title).filter({ visible: true })
    const expectInCells = async (count: number) => {
      const found = (await cells(fixtures)).filter({ hasText: appointment.title })
      await expect(found, 'cells with the appointment').toHaveCount(count)
    }
    await addAll(fixtures, [appointment])
    await expectInCells(1)
    await leaf(fixtures, 'next_button', monthsLater(month, 1))
    await expect(shown).toHaveCount(0)
    await leaf(fixtures, 'previous_button', month)
    await seesDay(fixtures, date, [appointment])
    await expectInCells(1)
    await leaf(fixtures, 'previous_button', monthsLater(month, -1))
    await expect(shown).toHaveCount(0)
  },

  'by-time': async (fixtures) => {
    const date = dateIn(fixtures, 2040)
    const noon = { ...appointmentOf(fixtures, 'noon', date), time: timeOf(fixtures, 'noon', 11, 13) }
    const evening = { ...appointmentOf(fixtures, 'evening', date), time: timeOf(fixtures, 'evening', 19, 23) }
    const morning = { ...appointmentOf(fixtures, 'morning', date), time: timeOf(fixtures, 'morning', 6, 9) }
    await addAll(fixtures, [noon, evening, morning])
    await seesDay(fixtures, date, [morning, noon, evening])
  },

  'title-like-html': async (fixtures) => {
    const { expect, dialogs, given } = fixtures
    const run = `<img src="/none" onerror="alert('run')">`
    const title = `${given.personWithApostrophe('guest')} ${given.textWithMarkup('title')} &amp; ${run}`
    const appointment = { ...appointmentOf(fixtures, 'hostile', dateIn(fixtures, 2050)), title }
    await addAll(fixtures, [appointment])
    await show(fixtures, monthOf(appointment.date))
    await seesDay(fixtures, appointment.date, [appointment])
    expect(dialogs, 'dialogues that the title opened').toHaveLength(0)
  },

  'refuse-title': async (fixtures) => {
    const good = appointmentOf(fixtures, 'titled', dateIn(fixtures, 2060))
    await refuses(fixtures, { ...good, title: '' }, ['title'])
    await refuses(fixtures, { ...good, title: '   ' }, ['title'])
    await refuses(fixtures, { ...good, title: '', time: '' }, ['title', 'time'])
    await show(fixtures, monthOf(good.date))
    await seesDay(fixtures, good.date, [])
    await add(fixtures, good)
  },

  'refuse-date-and-time': async (fixtures) => {
    const { page, expect, given } = fixtures
    const year = String(yearOf(fixtures, 2070))
    const month = given.month('month', { from: `${year}-01-01`, to: `${year}-12-31` })
    const [first, second] = given.distinct('days', 2, (key) => given.integer(key, { from: 1, to: 28 })) as [
      number,
      number,
    ]
    const dateOf = (day: number) => `${month}-${String(day).padStart(2, '0')}`
    const good = appointmentOf(fixtures, 'complete', dateOf(first))
    const bad = appointmentOf(fixtures, 'incomplete', dateOf(second))
    await refuses(fixtures, { ...bad, date: '' }, ['date'])
    const message = await refuses(fixtures, { ...bad, time: '' }, ['time'])
    await add(fixtures, good)
    const shown = async () => (await message.filter({ visible: true }).allInnerTexts()).join(' ')
    await expect.poll(shown, 'the message after a good appointment').not.toMatch(/\b(?:title|date|time)\b/i)
    await seesDay(fixtures, bad.date, [])
    await expect(page.getByText(bad.title).filter({ visible: true })).toHaveCount(0)
  },

  'count-month': async (fixtures) => {
    const { given, calendar } = fixtures
    const year = yearOf(fixtures, 2080)
    // Not December, so that the next month is in the same year.
    const month = { year, month: given.integer('counted month', { from: 1, to: 11 }) }
    const next = monthsLater(month, 1)
    const last = calendar.addDays(firstOf(next), -1)
    const count = given.integer('appointments', { from: 2, to: 4 })
    // On the first and the last day, and perhaps twice on the same day.
    const dates = [firstOf(month), last, ...Array.from({ length: count - 2 }, () => last)]
    const appointments = dates.map((date, place) => appointmentOf(fixtures, `counted ${String(place)}`, date))
    await show(fixtures, month)
    await expectCount(fixtures, 0)
    for (const [place, appointment] of appointments.entries()) {
      await submit(fixtures, appointment)
      await seesMonth(fixtures, month)
      await expectCount(fixtures, place + 1)
    }
    await leaf(fixtures, 'next_button', next)
    await expectCount(fixtures, 0)
    await add(fixtures, appointmentOf(fixtures, 'next month', firstOf(next)))
    await expectCount(fixtures, 1)
    await show(fixtures, month)
    await expectCount(fixtures, count)
  },

  'delete-one': async (fixtures) => {
    const { given, calendar } = fixtures
    const year = String(yearOf(fixtures, 1980))
    const month = given.month('month of twins', { from: `${year}-01-01`, to: `${year}-12-31` })
    const one = appointmentOf(fixtures, 'twin', `${month}-${given.pick('day', ['08', '12', '13'])}`)
    const days = given.pick('days between', [1, 7, 14])
    const other = { ...one, date: calendar.addDays(one.date, days) }
    const [kept, gone] = given.shuffled('which twin', [one, other]) as [Appointment, Appointment]
    await addAll(fixtures, [kept, gone])
    const cell = await dayCell(fixtures, gone.date)
    await fixtures.confirming(() => deleteButtons(cell).click())
    for (const visit of ['at once', 'later']) {
      if (visit === 'later') await show(fixtures, monthOf(kept.date))
      await seesMonth(fixtures, monthOf(kept.date))
      await seesDay(fixtures, gone.date, [])
      await seesDay(fixtures, kept.date, [kept])
    }
  },

  'count-after-delete': async (fixtures) => {
    const date = dateIn(fixtures, 1990)
    const late = { ...appointmentOf(fixtures, 'late', date), time: timeOf(fixtures, 'late', 15, 23) }
    const early = { ...appointmentOf(fixtures, 'early', date), time: timeOf(fixtures, 'early', 0, 14) }
    await addAll(fixtures, [late, early])
    await expectCount(fixtures, 2)
    const cell = await dayCell(fixtures, date)
    await fixtures.confirming(() => deleteButtons(cell).first().click())
    await expectCount(fixtures, 1)
    await seesDay(fixtures, date, [late])
  },

  'keep-appointments': async (fixtures) => {
    const { given, forget } = fixtures
    const leapDay = given.date('leap day', { from: '2000-01-01', to: '2009-12-31', month: 2, day: 29 })
    const appointments = [
      appointmentOf(fixtures, 'leap day', leapDay),
      appointmentOf(fixtures, 'another year', dateIn(fixtures, 2010)),
    ]
    await addAll(fixtures, appointments)
    await forget()
    for (const appointment of appointments) {
      await show(fixtures, monthOf(appointment.date))
      await seesDay(fixtures, appointment.date, [appointment])
    }
  },
} satisfies WebsiteTestcodes
