import { CATEGORIES, rangeOf } from '../categories.js'
import { layout } from '../html.js'

/**
 * Makes the page that explains the categories.
 * @returns {string} The whole document.
 */
export function categoriesPage() {
  // Makes the page that explains the categories. Returns the whole document.
}

/**
 * Makes the row of one category.
 * @param {{ name: string, advice: string }} category
 * @param {number} index Its place in the list.
 * @returns {string}
 */
function row(category, index) {
  // Makes the row of one category.
}
