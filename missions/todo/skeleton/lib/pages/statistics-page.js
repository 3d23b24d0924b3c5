/** The page with the numbers and their chart. */
import { barChart } from '../chart.js'
import { html } from '../html.js'
import { taskStatistics } from '../statistics.js'
import { layout } from './layout.js'

const CHARTED = ['open', 'done', 'low', 'normal', 'high']

/** Writes one number as text. */
function numberRow(id, name, value) {
  // Writes one number as text.
}

/** Writes the page with the chart and, beside it, the numbers as text. */
export function statisticsPage(tasks) {
  // Writes the page with the chart and, beside it, the numbers as text.
}
