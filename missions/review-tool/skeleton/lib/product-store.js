/** Products with their reviews, held in memory and kept in one JSON file. */
import { randomUUID } from 'node:crypto'
import { averageOf } from './ratings.js'
import { KeptFile } from './kept-file.js'

/**
 * @typedef {object} Review
 * @property {string} id
 * @property {string} author
 * @property {number} rating a whole number from 1 to 5
 * @property {string} text
 */

/**
 * @typedef {object} Product
 * @property {string} id
 * @property {string} name
 * @property {Review[]} reviews
 */

/** Says whether two texts are the same but for upper and lower case. */
function isSame(a, b) {
  // Says whether two texts are the same but for upper and lower case.
}

/** Compares two products for sorting: the better average first, then by name; without reviews at the end. */
function compareProducts(a, b) {
  // Compares two products for sorting: the better average first, then by name; without reviews at the
  // end.
}

/** Keeps products over restarts; every change is on disk before its promise resolves. */
export class ProductStore {
  /** @type {KeptFile} */
  #file
  /** @type {Product[]} */
  #products

  /** Holds the given products and keeps them in the given file from now on. */
  constructor(file, products) {
    // Holds the given products and keeps them in the given file from now on.
  }

  /** Opens the store of a file; a missing file means that there are no products yet. */
  static async open(path) {
    // Opens the store of a file; a missing file means that there are no products yet.
  }

  /** Lists all products, the best first. */
  all() {
    // Lists all products, the best first.
  }

  /** Finds a product, or gives undefined. */
  find(id) {
    // Finds a product, or gives undefined.
  }

  /** Finds the product of a name, upper and lower case being the same, or gives undefined. */
  named(name) {
    // Finds the product of a name, upper and lower case being the same, or gives undefined.
  }

  /** Finds the review of a product by an author, upper and lower case being the same, or gives undefined. */
  reviewBy(product, author) {
    // Finds the review of a product by an author, upper and lower case being the same, or gives undefined.
  }

  /** Adds a product without reviews. */
  async add(name) {
    // Adds a product without reviews.
  }

  /** Adds a review to a product. */
  async review(product, values) {
    // Adds a review to a product.
  }

  /** Removes a review from a product. */
  async removeReview(product, reviewId) {
    // Removes a review from a product.
  }

  /**
   * Adds what is new of some products with their reviews: a review is new where its author has not reviewed the product.
   * @returns How many products and reviews were new.
   */
  async merge(products) {
    // Adds what is new of some products with their reviews: a review is new where its author has not
    // reviewed the product. Returns how many products and reviews were new.
  }

  /** Adds a product to those in memory. */
  #insert(name) {
    // Adds a product to those in memory.
  }

  /** Adds a review to a product in memory. */
  #insertReview(product, { author, rating, text }) {
    // Adds a review to a product in memory.
  }

  /** Writes the products to the file. */
  async #save() {
    // Writes the products to the file.
  }
}
