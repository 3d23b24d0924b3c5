/** Products as JSON files, coming in and going out. */
import { isRating } from './ratings.js'

/** What is wrong with a file, for the one who sent it. */
export class FileProblem extends Error {}

/** Tells a text that is not blank from anything else. */
function isText(value) {
  // Tells a text that is not blank from anything else.
}

/** Tells an object with names from anything else. */
function isRecord(value) {
  // Tells an object with names from anything else.
}

/** Parses a text as JSON. */
function parse(text) {
  // Parses a text as JSON.
}

/** Checks a review; its place is part of the message. */
function checkedReview(review, place) {
  // Checks a review; its place is part of the message.
}

/** Checks a product with its reviews; its place is part of the message. */
function checkedProduct(product, place) {
  // Checks a product with its reviews; its place is part of the message.
}

/**
 * Reads the text of a file.
 * @throws {FileProblem} that says "JSON", or the place of what is wrong, such as "product 2, review 3"
 */
export function readProducts(text) {
  // Reads the text of a file.
}

/** Gives what a file with some products holds, in the form that is read. */
export function writeProducts(products) {
  // Gives what a file with some products holds, in the form that is read.
}
