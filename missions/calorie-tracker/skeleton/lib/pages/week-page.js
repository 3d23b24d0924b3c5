/** The page that sums up a week. */
import { rounded } from '../calories.js'
import { barChart } from '../chart.js'
import { html } from '../html.js'
import { dateForm, layout } from './layout.js'

/** Shows the total of one day, and whether it is above the goal. */
function dayRow({ date, total, over }) {
  // Shows the total of one day, and whether it is above the goal.
}

/** Shows the days of a week, their average and their chart. */
function results({ days, average }) {
  // Shows the days of a week, their average and their chart.
}

/** Writes the page of a week, or only its form where no date was chosen yet. */
export function weekPage({ date, report }) {
  // Writes the page of a week, or only its form where no date was chosen yet.
}
