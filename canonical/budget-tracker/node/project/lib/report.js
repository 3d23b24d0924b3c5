/** What happened in a month. */
import { isIn } from './calendar.js'

/** Sums up entries in cents. */
function sumOf(entries) {
  return entries.reduce((sum, entry) => sum + entry.cents, 0)
}

/** Lists the categories of expenses with their sums in cents, the largest first. */
function categoriesOf(expenses) {
  const names = [...new Set(expenses.map((entry) => entry.category))]
  const sums = names.map((name) => ({ name, cents: -sumOf(expenses.filter((entry) => entry.category === name)) }))
  return sums.sort((a, b) => b.cents - a.cents || a.name.localeCompare(b.name, 'en'))
}

/**
 * Sums up a month over all accounts, without transfers.
 * @returns The sums of income and of expenses and each category of expenses, all in cents and not negative.
 */
export function monthReport(entries, month) {
  const inMonth = entries.filter((entry) => isIn(month, entry.date))
  const expenses = inMonth.filter((entry) => entry.kind === 'expense')
  const income = inMonth.filter((entry) => entry.kind === 'income')
  return { income: sumOf(income), expenses: Math.abs(sumOf(expenses)), categories: categoriesOf(expenses) }
}
