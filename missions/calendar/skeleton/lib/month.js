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
  // Tells a year that the calendar has from any other.
}

/** Reads a month, written like 2032-02; gives undefined for anything else and for a year that the calendar lacks. */
export function parseMonth(text) {
  // Reads a month, written like 2032-02; gives undefined for anything else and for a year that the
  // calendar lacks.
}

/** Writes a month like 2032-02. */
export function formatMonth({ year, month }) {
  // Writes a month like 2032-02.
}

/** Writes a month like February 2032. */
export function nameOf({ year, month }) {
  // Writes a month like February 2032.
}

/** Gives the month that comes so many months later, or undefined where the calendar has ended or not yet begun. */
export function monthsLater({ year, month }, steps) {
  // Gives the month that comes so many months later, or undefined where the calendar has ended or not
  // yet begun.
}

/** Lists the weeks of a month from Monday to Sunday: the numbers of its days, and undefined for those of other months. */
export function weeksOf({ year, month }) {
  // Lists the weeks of a month from Monday to Sunday: the numbers of its days, and undefined for those
  // of other months.
}
