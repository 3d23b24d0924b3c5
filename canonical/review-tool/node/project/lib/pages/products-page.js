/** The page with the products. */
import { html } from '../html.js'
import { MAX_LINE } from '../input.js'
import { summaryOf } from '../ratings.js'
import { layout, problemList } from './layout.js'

/** Shows a product with its average. */
function productRow({ id, name, reviews }) {
  return html`<li>
    <a href="/products/${id}">${name}</a>
    <span class="summary">${summaryOf(reviews)}</span>
  </li>`
}

/** Shows the form that adds a product, with what was typed before and what was wrong with that. */
function addForm({ name = '', problems = [] } = {}) {
  return html`<section aria-labelledby="add-heading">
    <h2 id="add-heading">Add a product</h2>
    ${problemList('product-problem', problems)}
    <form class="fields" method="post" action="/products" novalidate>
      <p>
        <label for="name">Name</label>
        <input id="name" name="name" maxlength="${MAX_LINE}" value="${name}" autocomplete="off" />
      </p>
      <p><button class="main" id="add-product">Add product</button></p>
    </form>
  </section>`
}

/** Writes the page with some products; `search` is what their names contain, `add` holds a refused product. */
export function productsPage({ products, search = '', add }) {
  return layout({
    title: 'Products',
    address: '/',
    content: html`<section aria-label="Products">
        <form class="fields" method="get" action="/" role="search">
          <p>
            <label for="search">Search</label>
            <input id="search" name="search" value="${search}" autocomplete="off" />
          </p>
          <p><button id="search-button">Search</button></p>
        </form>
        ${products.length === 0 && html`<p class="empty">There are no products here.</p>`}
        <ol class="products">
          ${products.map(productRow)}
        </ol>
        <p><a href="/export" download>Export</a></p>
      </section>
      ${addForm(add)}`,
  })
}
