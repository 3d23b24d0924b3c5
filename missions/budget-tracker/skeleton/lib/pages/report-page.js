/** The page that sums up a month. */
import { barChart } from '../chart.js'
import { html } from '../html.js'
import { formatMoney } from '../money.js'
import { layout } from './layout.js'

/** Shows the sum of one category. */
function categoryRow({ name, cents }) {
  // Shows the sum of one category.
}

/** Shows the sums of a month and their chart. */
function results({ income, expenses, categories }) {
  // Shows the sums of a month and their chart.
}

/** Writes the page with the report of a month, or only its form where no month was chosen yet. */
export function reportPage({ month, report }) {
  // Writes the page with the report of a month, or only its form where no month was chosen yet.
}
