/** Dates as the fields of a form send them, and the weeks that they lie in. */

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** Tells a date of the calendar, written YYYY-MM-DD, from anything else. */
export function isDate(text) {
  // Tells a date of the calendar, written YYYY-MM-DD, from anything else.
}

/** Lists the seven dates, from Monday to Sunday, of the week that a date lies in. */
export function weekOf(date) {
  // Lists the seven dates, from Monday to Sunday, of the week that a date lies in.
}
