/** The page of a product. */
import { html } from '../html.js'
import { MAX_LINE, MAX_TEXT } from '../input.js'
import { BEST, RATINGS, countRatings, summaryOf } from '../ratings.js'
import { layout, problemList } from './layout.js'

const NOTHING_TYPED = { author: '', rating: '', text: '' }

/** Shows how many reviews gave one rating. */
function ratingRow({ rating, count }) {
  return html`<tr>
    <th scope="row">${rating}</th>
    <td>${count}</td>
  </tr>`
}

/** Shows a review with its button. */
function reviewRow(product, { id, author, rating, text }) {
  return html`<li>
    <p class="text"><strong>${author}</strong> <span class="summary">${rating} of ${BEST}</span></p>
    <p class="text">${text}</p>
    <form method="post" action="/products/${product.id}/reviews/delete">
      <input type="hidden" name="review" value="${id}" />
      <button>Delete</button>
    </form>
  </li>`
}

/** Offers one rating. */
function ratingOption(rating, chosen) {
  return html`<option ${String(rating) === chosen && html`selected`}>${rating}</option>`
}

/** Shows the form that adds a review, with what was typed before and what was wrong with that. */
function addForm(product, { typed = NOTHING_TYPED, problems = [] } = {}) {
  return html`<section aria-labelledby="add-heading">
    <h2 id="add-heading">Add a review</h2>
    ${problemList('review-problem', problems)}
    <form method="post" action="/products/${product.id}/reviews" novalidate>
      <p>
        <label for="author">Author</label>
        <input id="author" name="author" maxlength="${MAX_LINE}" value="${typed.author}" autocomplete="off" />
      </p>
      <p>
        <label for="rating">Rating</label>
        <select id="rating" name="rating">
          <option value=""></option>
          ${RATINGS.toReversed().map((rating) => ratingOption(rating, typed.rating))}
        </select>
      </p>
      <p>
        <label for="text">Text</label>
        <textarea id="text" name="text" rows="4" maxlength="${MAX_TEXT}">${typed.text}</textarea>
      </p>
      <p><button class="main" id="add-review">Add review</button></p>
    </form>
  </section>`
}

/** Writes the page of a product; `add` holds a refused review. */
export function productPage({ product, add }) {
  const { name, reviews } = product
  return layout({
    title: name,
    content: html`<section aria-label="Reviews">
        <p id="average">${summaryOf(reviews)}</p>
        <table id="ratings">
          ${countRatings(reviews).map(ratingRow)}
        </table>
        <ul class="reviews">
          ${reviews.map((review) => reviewRow(product, review))}
        </ul>
      </section>
      ${addForm(product, add)}`,
  })
}
