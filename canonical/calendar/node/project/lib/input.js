/** Checks what a user typed. */
import { FIRST_YEAR, isYear, LAST_YEAR, parseMonth } from './month.js'

export const MAX_TITLE_LENGTH = 200

/** Says what is wrong with a title, or gives undefined; the message contains the word "title". */
function titleProblem(title) {
  if (title === '') return 'Please enter a title.'
  return title.length > MAX_TITLE_LENGTH ? `The title may have at most ${MAX_TITLE_LENGTH} characters.` : undefined
}

/** Says what is wrong with a date, or gives undefined; the message contains the word "date". */
function dateProblem(date) {
  if (!isDate(date)) return 'Please choose a date.'
  return parseMonth(date.slice(0, 7)) ? undefined : `The date must lie between ${FIRST_YEAR} and ${LAST_YEAR}.`
}

/** Says what is wrong with a time, or gives undefined; the message contains the word "time". */
function timeProblem(time) {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? undefined : 'Please choose a time.'
}

/** Tells a date of the calendar, written YYYY-MM-DD, from anything else. */
function isDate(text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Turns a submitted form into the values of an appointment and the list of what is wrong with them. */
export function readAppointment(form) {
  const read = (name) => (form.get(name) ?? '').trim()
  const values = { title: read('title'), date: read('date'), time: read('time') }
  const problems = [titleProblem(values.title), dateProblem(values.date), timeProblem(values.time)]
  return { values, problems: problems.filter((problem) => problem !== undefined) }
}

/** Turns the form for another month into that month, or into a message that contains the word "year". */
export function readWish(query) {
  const typed = { month: Number(query.get('name')), year: (query.get('year') ?? '').trim() }
  const year = Number(typed.year)
  if (!isYear(year)) return { typed, problems: [`The year must lie between ${FIRST_YEAR} and ${LAST_YEAR}.`] }
  return { typed, problems: [], wish: { year, month: typed.month } }
}
