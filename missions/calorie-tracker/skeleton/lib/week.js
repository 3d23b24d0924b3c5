/** What was eaten in a week. */
import { rounded, sumOf } from './calories.js'
import { weekOf } from './dates.js'

/** Sums up one day. */
function dayReport(store, date) {
  // Sums up one day.
}

/** Computes the average of the days on which anything was eaten; 0 where there are none. */
function averageOf(days) {
  // Computes the average of the days on which anything was eaten; 0 where there are none.
}

/**
 * Sums up the week that a date lies in.
 * @returns Its seven days with their unrounded totals, and the unrounded average.
 */
export function weekReport(store, date) {
  // Sums up the week that a date lies in. Returns its seven days with their unrounded totals, and the
  // unrounded average.
}
