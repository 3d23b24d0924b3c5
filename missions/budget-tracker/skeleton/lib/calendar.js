/** Dates and months as the fields of a form send them. */

/** Tells a date of the calendar, written YYYY-MM-DD, from anything else. */
export function isDate(text) {
  // Tells a date of the calendar, written YYYY-MM-DD, from anything else.
}

/** Tells a month, written YYYY-MM, from anything else. */
export function isMonth(text) {
  // Tells a month, written YYYY-MM, from anything else.
}

/** Tells whether a date lies in a month. */
export function isIn(month, date) {
  // Tells whether a date lies in a month.
}
