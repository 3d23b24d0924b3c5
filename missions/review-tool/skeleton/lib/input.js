/** Checks what was typed. */
import { isRating } from './ratings.js'

export const MAX_LINE = 200
export const MAX_TEXT = 5000

/** Says what is wrong with a text that must not be blank, or gives undefined; the message contains the given word. */
function textProblem(word, text, longest) {
  // Says what is wrong with a text that must not be blank, or gives undefined; the message contains the
  // given word.
}

/** Takes a field out of a form, without the spaces around it. */
function textOf(form, name) {
  // Takes a field out of a form, without the spaces around it.
}

/** Takes the name of a new product and the list of what is wrong with it. */
export function readProduct(form, store) {
  // Takes the name of a new product and the list of what is wrong with it.
}

/** Says what is wrong with the author of a new review of a product, or gives undefined. */
function authorProblem(author, store, product) {
  // Says what is wrong with the author of a new review of a product, or gives undefined.
}

/** Turns a submitted form into the values of a review, what was typed, and the list of what is wrong with it. */
export function readReview(form, store, product) {
  // Turns a submitted form into the values of a review, what was typed, and the list of what is wrong
  // with it.
}
