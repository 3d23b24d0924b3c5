/** What was eaten in a week. */
import { rounded, sumOf } from './calories.js'
import { weekOf } from './dates.js'

/** Sums up one day. */
function dayReport(store, date) {
  const entries = store.entriesOn(date)
  const total = sumOf(entries)
  return { date, total, eaten: entries.length > 0, over: rounded(total) > store.goal() }
}

/** Computes the average of the days on which anything was eaten; 0 where there are none. */
function averageOf(days) {
  const eaten = days.filter((day) => day.eaten)
  return eaten.length === 0 ? 0 : eaten.reduce((sum, day) => sum + day.total, 0) / eaten.length
}

/**
 * Sums up the week that a date lies in.
 * @returns Its seven days with their unrounded totals, and the unrounded average.
 */
export function weekReport(store, date) {
  const days = weekOf(date).map((day) => dayReport(store, day))
  return { days, average: averageOf(days) }
}
