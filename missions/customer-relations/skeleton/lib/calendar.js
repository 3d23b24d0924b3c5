/** Dates as the fields of a form send them. */

/** Tells a date of the calendar, written YYYY-MM-DD, from anything else. */
export function isDate(text) {
  // Tells a date of the calendar, written YYYY-MM-DD, from anything else.
}
