/** The page of a product. */
import { html } from '../html.js'
import { MAX_LINE, MAX_TEXT } from '../input.js'
import { BEST, RATINGS, countRatings, summaryOf } from '../ratings.js'
import { layout, problemList } from './layout.js'

const NOTHING_TYPED = { author: '', rating: '', text: '' }

/** Shows how many reviews gave one rating. */
function ratingRow({ rating, count }) {
  // Shows how many reviews gave one rating.
}

/** Shows a review with its button. */
function reviewRow(product, { id, author, rating, text }) {
  // Shows a review with its button.
}

/** Offers one rating. */
function ratingOption(rating, chosen) {
  // Offers one rating.
}

/** Shows the form that adds a review, with what was typed before and what was wrong with that. */
function addForm(product, { typed = NOTHING_TYPED, problems = [] } = {}) {
  // Shows the form that adds a review, with what was typed before and what was wrong with that.
}

/** Writes the page of a product; `add` holds a refused review. */
export function productPage({ product, add }) {
  // Writes the page of a product; `add` holds a refused review.
}
