/** Dates as the fields of a form send them, and the weeks that they lie in. */

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** Tells a date of the calendar, written YYYY-MM-DD, from anything else. */
export function isDate(text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Lists the seven dates, from Monday to Sunday, of the week that a date lies in. */
export function weekOf(date) {
  const day = new Date(`${date}T00:00:00Z`)
  const monday = day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MILLISECONDS
  return [0, 1, 2, 3, 4, 5, 6].map((days) => new Date(monday + days * DAY_MILLISECONDS).toISOString().slice(0, 10))
}
