/** What happened in a month. */
import { isIn } from './calendar.js'

/** Sums up entries in cents. */
function sumOf(entries) {
  // Sums up entries in cents.
}

/** Lists the categories of expenses with their sums in cents, the largest first. */
function categoriesOf(expenses) {
  // Lists the categories of expenses with their sums in cents, the largest first.
}

/**
 * Sums up a month over all accounts, without transfers.
 * @returns The sums of income and of expenses and each category of expenses, all in cents and not negative.
 */
export function monthReport(entries, month) {
  // Sums up a month over all accounts, without transfers. Returns the sums of income and of expenses and
  // each category of expenses, all in cents and not negative.
}
