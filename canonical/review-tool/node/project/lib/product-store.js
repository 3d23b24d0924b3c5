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
  return a.toLowerCase() === b.toLowerCase()
}

/** Compares two products for sorting: the better average first, then by name; without reviews at the end. */
function compareProducts(a, b) {
  return (averageOf(b.reviews) ?? 0) - (averageOf(a.reviews) ?? 0) || a.name.localeCompare(b.name, 'en')
}

/** Keeps products over restarts; every change is on disk before its promise resolves. */
export class ProductStore {
  /** @type {KeptFile} */
  #file
  /** @type {Product[]} */
  #products

  /** Holds the given products and keeps them in the given file from now on. */
  constructor(file, products) {
    this.#file = file
    this.#products = products
  }

  /** Opens the store of a file; a missing file means that there are no products yet. */
  static async open(path) {
    const file = new KeptFile(path)
    return new ProductStore(file, await file.read([]))
  }

  /** Lists all products, the best first. */
  all() {
    return this.#products.toSorted(compareProducts)
  }

  /** Finds a product, or gives undefined. */
  find(id) {
    return this.#products.find((product) => product.id === id)
  }

  /** Finds the product of a name, upper and lower case being the same, or gives undefined. */
  named(name) {
    return this.#products.find((product) => isSame(product.name, name))
  }

  /** Finds the review of a product by an author, upper and lower case being the same, or gives undefined. */
  reviewBy(product, author) {
    return product.reviews.find((review) => isSame(review.author, author))
  }

  /** Adds a product without reviews. */
  async add(name) {
    this.#insert(name)
    await this.#save()
  }

  /** Adds a review to a product. */
  async review(product, values) {
    this.#insertReview(product, values)
    await this.#save()
  }

  /** Removes a review from a product. */
  async removeReview(product, reviewId) {
    product.reviews = product.reviews.filter((review) => review.id !== reviewId)
    await this.#save()
  }

  /**
   * Adds what is new of some products with their reviews: a review is new where its author has not reviewed the product.
   * @returns How many products and reviews were new.
   */
  async merge(products) {
    const added = { products: 0, reviews: 0 }
    for (const { name, reviews } of products) {
      const known = this.named(name)
      if (known === undefined) added.products += 1
      const product = known ?? this.#insert(name)
      const fresh = reviews.filter((review) => this.reviewBy(product, review.author) === undefined)
      for (const review of fresh) this.#insertReview(product, review)
      added.reviews += fresh.length
    }
    await this.#save()
    return added
  }

  /** Adds a product to those in memory. */
  #insert(name) {
    const product = { id: randomUUID(), name, reviews: [] }
    this.#products.push(product)
    return product
  }

  /** Adds a review to a product in memory. */
  #insertReview(product, { author, rating, text }) {
    product.reviews.push({ id: randomUUID(), author, rating, text })
  }

  /** Writes the products to the file. */
  async #save() {
    await this.#file.save(this.#products)
  }
}
