/** The page that sums up a month. */
import { barChart } from '../chart.js'
import { html } from '../html.js'
import { formatMoney } from '../money.js'
import { layout } from './layout.js'

/** Shows the sum of one category. */
function categoryRow({ name, cents }) {
  return html`<tr>
    <th scope="row">${name}</th>
    <td class="sum">${formatMoney(cents)}</td>
  </tr>`
}

/** Shows the sums of a month and their chart. */
function results({ income, expenses, categories }) {
  return html`<section aria-label="Sums">
      <p>Income <strong id="income">${formatMoney(income)}</strong></p>
      <p>Expenses <strong id="expenses">${formatMoney(expenses)}</strong></p>
    </section>
    <section aria-labelledby="categories-heading">
      <h2 id="categories-heading">Expenses by category</h2>
      <table id="categories">
        ${categories.map(categoryRow)}
      </table>
      <figure>${barChart(categories)}</figure>
    </section>`
}

/** Writes the page with the report of a month, or only its form where no month was chosen yet. */
export function reportPage({ month, report }) {
  return layout({
    title: 'Report',
    address: '/report',
    content: html`<section>
        <form class="fields" method="get" action="/report">
          <p>
            <label for="month">Month</label>
            <input id="month" name="month" type="month" value="${month}" />
          </p>
          <p><button class="main" id="show-month">Show</button></p>
        </form>
      </section>
      ${report !== undefined && results(report)}`,
  })
}
