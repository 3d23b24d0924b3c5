/** The page that sums up a week. */
import { rounded } from '../calories.js'
import { barChart } from '../chart.js'
import { html } from '../html.js'
import { dateForm, layout } from './layout.js'

/** Shows the total of one day, and whether it is above the goal. */
function dayRow({ date, total, over }) {
  return html`<tr>
    <th scope="row"><time datetime="${date}">${date}</time></th>
    <td class="number">${rounded(total)}</td>
    <td>${over && html`<em>over</em>`}</td>
  </tr>`
}

/** Shows the days of a week, their average and their chart. */
function results({ days, average }) {
  return html`<section aria-label="Days">
    <table id="days">
      ${days.map(dayRow)}
    </table>
    <p>Average <strong id="average">${rounded(average)}</strong></p>
    <figure>${barChart(days.map((day) => day.total))}</figure>
  </section>`
}

/** Writes the page of a week, or only its form where no date was chosen yet. */
export function weekPage({ date, report }) {
  return layout({
    title: 'Week',
    address: '/week',
    content: html`${dateForm({ address: '/week', id: 'week', label: 'Any day of the week', date })}
    ${report && results(report)}`,
  })
}
