/** Products as JSON files, coming in and going out. */
import { isRating } from './ratings.js'

/** What is wrong with a file, for the one who sent it. */
export class FileProblem extends Error {}

/** Tells a text that is not blank from anything else. */
function isText(value) {
  return typeof value === 'string' && value.trim() !== ''
}

/** Tells an object with names from anything else. */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses a text as JSON. */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FileProblem(`This file is not JSON: ${error.message}`)
  }
}

/** Checks a review; its place is part of the message. */
function checkedReview(review, place) {
  if (!isRecord(review)) throw new FileProblem(`${place} is no review.`)
  const { author, rating, text } = review
  if (!isText(author)) throw new FileProblem(`${place} has no author.`)
  if (!isRating(rating)) throw new FileProblem(`${place} has a rating that is not a whole number from 1 to 5.`)
  if (!isText(text)) throw new FileProblem(`${place} has no text.`)
  return { author: author.trim(), rating, text: text.trim() }
}

/** Checks a product with its reviews; its place is part of the message. */
function checkedProduct(product, place) {
  if (!isRecord(product) || !isText(product.name)) throw new FileProblem(`${place} has no name.`)
  const { name, reviews = [] } = product
  if (!Array.isArray(reviews)) throw new FileProblem(`${place} has no list of reviews.`)
  return {
    name: name.trim(),
    reviews: reviews.map((review, index) => checkedReview(review, `${place}, review ${index + 1}`)),
  }
}

/**
 * Reads the text of a file.
 * @throws {FileProblem} that says "JSON", or the place of what is wrong, such as "product 2, review 3"
 */
export function readProducts(text) {
  const file = parse(text)
  if (!isRecord(file) || !Array.isArray(file.products)) {
    throw new FileProblem('This file is JSON, but holds no list "products".')
  }
  return file.products.map((product, index) => checkedProduct(product, `product ${index + 1}`))
}

/** Gives what a file with some products holds, in the form that is read. */
export function writeProducts(products) {
  const plain = ({ author, rating, text }) => ({ author, rating, text })
  return { products: products.map(({ name, reviews }) => ({ name, reviews: reviews.map(plain) })) }
}
