/** Dates as the fields of a form send them. */

/** Tells a date of the calendar, written YYYY-MM-DD, from anything else. */
export function isDate(text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
