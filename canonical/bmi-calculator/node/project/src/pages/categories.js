import { CATEGORIES, rangeOf } from '../categories.js'
import { layout } from '../html.js'

/**
 * Makes the page that explains the categories.
 * @returns {string} The whole document.
 */
export function categoriesPage() {
  return layout(
    'BMI categories',
    `<table id="categories">
        <caption>The body mass index is the weight in kilograms divided by the square of the height in metres.</caption>
        <thead>
          <tr><th scope="col">Category</th><th scope="col">Values</th><th scope="col">Meaning</th></tr>
        </thead>
        <tbody>
          ${CATEGORIES.map(row).join('\n          ')}
        </tbody>
      </table>
      <nav aria-label="Pages"><a id="to-calculator" href="/">Back to the calculator</a></nav>`,
  )
}

/**
 * Makes the row of one category.
 * @param {{ name: string, advice: string }} category
 * @param {number} index Its place in the list.
 * @returns {string}
 */
function row(category, index) {
  return `<tr><th scope="row">${category.name}</th><td>${rangeOf(index)}</td><td>${category.advice}</td></tr>`
}
