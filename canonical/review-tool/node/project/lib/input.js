/** Checks what was typed. */
import { isRating } from './ratings.js'

export const MAX_LINE = 200
export const MAX_TEXT = 5000

/** Says what is wrong with a text that must not be blank, or gives undefined; the message contains the given word. */
function textProblem(word, text, longest) {
  if (text === '') return `Please enter the ${word}.`
  return text.length > longest ? `The ${word} may have at most ${longest} characters.` : undefined
}

/** Takes a field out of a form, without the spaces around it. */
function textOf(form, name) {
  return (form.get(name) ?? '').trim().replaceAll('\r\n', '\n')
}

/** Takes the name of a new product and the list of what is wrong with it. */
export function readProduct(form, store) {
  const name = textOf(form, 'name')
  const taken = store.named(name) === undefined ? undefined : 'There is a product of this name already.'
  return { name, problems: [textProblem('name', name, MAX_LINE), taken].filter(Boolean) }
}

/** Says what is wrong with the author of a new review of a product, or gives undefined. */
function authorProblem(author, store, product) {
  const known = store.reviewBy(product, author)
  return known === undefined ? textProblem('author', author, MAX_LINE) : 'This author has reviewed the product already.'
}

/** Turns a submitted form into the values of a review, what was typed, and the list of what is wrong with it. */
export function readReview(form, store, product) {
  const typed = { author: textOf(form, 'author'), rating: textOf(form, 'rating'), text: textOf(form, 'text') }
  const rating = Number(typed.rating)
  const problems = [
    authorProblem(typed.author, store, product),
    isRating(rating) ? undefined : 'Please choose a rating.',
    textProblem('text', typed.text, MAX_TEXT),
  ]
  return { values: { ...typed, rating }, typed, problems: problems.filter(Boolean) }
}
