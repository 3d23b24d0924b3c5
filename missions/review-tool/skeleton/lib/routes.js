/** What each address does. */
import { readFile } from 'node:fs/promises'
import { FileProblem, readProducts, writeProducts } from './exchange.js'
import { readForm, readUpload } from './form.js'
import { HttpError } from './http-error.js'
import { readProduct, readReview } from './input.js'
import { importPage } from './pages/import-page.js'
import { productPage } from './pages/product-page.js'
import { productsPage } from './pages/products-page.js'
import { redirect, sendFile, sendPage, sendStyles } from './responses.js'

const STYLES = new URL('../public/style.css', import.meta.url)

/** Sends the stylesheet. */
async function showStyles({ response }) {
  // Sends the stylesheet.
}

/** Shows the products, perhaps only those whose names contain some words. */
function showProducts({ response, store, query }) {
  // Shows the products, perhaps only those whose names contain some words.
}

/** Adds a product, or shows what is wrong with its name. */
async function addProduct({ request, response, store }) {
  // Adds a product, or shows what is wrong with its name.
}

/** Shows a product with its reviews. */
function showProduct({ response, store, id }) {
  // Shows a product with its reviews.
}

/** Adds a review, or shows what is wrong with it. */
async function addReview({ request, response, store, id }) {
  // Adds a review, or shows what is wrong with it.
}

/** Deletes a review. */
async function deleteReview({ request, response, store, id }) {
  // Deletes a review.
}

/** Shows the form that imports a file. */
function showImport({ response }) {
  // Shows the form that imports a file.
}

/** Imports a file as a whole, or says what is wrong with it. */
async function importFile({ request, response, store }) {
  // Imports a file as a whole, or says what is wrong with it.
}

/** Sends all products with their reviews as a file. */
function exportFile({ response, store }) {
  // Sends all products with their reviews as a file.
}

/** Finds a product, or refuses an id that no product has. */
function requireProduct(store, id) {
  // Finds a product, or refuses an id that no product has.
}

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [] /* The data of ROUTES belongs here. */
