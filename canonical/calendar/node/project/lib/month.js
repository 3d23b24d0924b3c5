/** Months of the Gregorian calendar, and the weeks that they are made of. */

export const FIRST_YEAR = 1900
export const LAST_YEAR = 2100
export const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/**
 * @typedef {object} Month
 * @property {number} year
 * @property {number} month counted from 1
 */

/** The month that is shown before anybody has chosen one. */
export const FIRST_SHOWN = { year: 2030, month: 1 }

/** Tells a year that the calendar has from any other. */
export function isYear(year) {
  return Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR
}

/** Reads a month, written like 2032-02; gives undefined for anything else and for a year that the calendar lacks. */
export function parseMonth(text) {
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text)
  if (match === null) return undefined
  const [year, month] = [Number(match[1]), Number(match[2])]
  return isYear(year) ? { year, month } : undefined
}

/** Writes a month like 2032-02. */
export function formatMonth({ year, month }) {
  return `${year}-${String(month).padStart(2, '0')}`
}

/** Writes a month like February 2032. */
export function nameOf({ year, month }) {
  return `${MONTH_NAMES[month - 1]} ${year}`
}

/** Gives the month that comes so many months later, or undefined where the calendar has ended or not yet begun. */
export function monthsLater({ year, month }, steps) {
  const months = year * 12 + (month - 1) + steps
  const later = { year: Math.floor(months / 12), month: (months % 12) + 1 }
  return isYear(later.year) ? later : undefined
}

/** Lists the weeks of a month from Monday to Sunday: the numbers of its days, and undefined for those of other months. */
export function weeksOf({ year, month }) {
  const daysBefore = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const weeks = Math.ceil((daysBefore + days) / 7)
  const dayAt = (place) => (place >= daysBefore && place < daysBefore + days ? place - daysBefore + 1 : undefined)
  return Array.from({ length: weeks }, (_, week) => DAY_NAMES.map((_, weekday) => dayAt(week * 7 + weekday)))
}
