/** The page with the products. */
import { html } from '../html.js'
import { MAX_LINE } from '../input.js'
import { summaryOf } from '../ratings.js'
import { layout, problemList } from './layout.js'

/** Shows a product with its average. */
function productRow({ id, name, reviews }) {
  // Shows a product with its average.
}

/** Shows the form that adds a product, with what was typed before and what was wrong with that. */
function addForm({ name = '', problems = [] } = {}) {
  // Shows the form that adds a product, with what was typed before and what was wrong with that.
}

/** Writes the page with some products; `search` is what their names contain, `add` holds a refused product. */
export function productsPage({ products, search = '', add }) {
  // Writes the page with some products; `search` is what their names contain, `add` holds a refused
  // product.
}
