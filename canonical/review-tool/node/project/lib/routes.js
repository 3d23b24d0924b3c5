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
  sendStyles(response, await readFile(STYLES))
}

/** Shows the products, perhaps only those whose names contain some words. */
function showProducts({ response, store, query }) {
  const search = (query.get('search') ?? '').trim()
  const products = store.all().filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  sendPage(response, productsPage({ products, search }))
}

/** Adds a product, or shows what is wrong with its name. */
async function addProduct({ request, response, store }) {
  const { name, problems } = readProduct(await readForm(request), store)
  if (problems.length > 0) {
    sendPage(response, productsPage({ products: store.all(), add: { name, problems } }), 422)
    return
  }
  await store.add(name)
  redirect(response, '/')
}

/** Shows a product with its reviews. */
function showProduct({ response, store, id }) {
  sendPage(response, productPage({ product: requireProduct(store, id) }))
}

/** Adds a review, or shows what is wrong with it. */
async function addReview({ request, response, store, id }) {
  const form = await readForm(request)
  const product = requireProduct(store, id)
  const { values, typed, problems } = readReview(form, store, product)
  if (problems.length > 0) {
    sendPage(response, productPage({ product, add: { typed, problems } }), 422)
    return
  }
  await store.review(product, values)
  redirect(response, `/products/${id}`)
}

/** Deletes a review. */
async function deleteReview({ request, response, store, id }) {
  const form = await readForm(request)
  await store.removeReview(requireProduct(store, id), form.get('review'))
  redirect(response, `/products/${id}`)
}

/** Shows the form that imports a file. */
function showImport({ response }) {
  sendPage(response, importPage())
}

/** Imports a file as a whole, or says what is wrong with it. */
async function importFile({ request, response, store }) {
  const text = await readUpload(request, 'file')
  try {
    sendPage(response, importPage({ added: await store.merge(readProducts(text)) }))
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    sendPage(response, importPage({ problems: [error.message] }), 422)
  }
}

/** Sends all products with their reviews as a file. */
function exportFile({ response, store }) {
  sendFile(response, 'reviews.json', writeProducts(store.all()))
}

/** Finds a product, or refuses an id that no product has. */
function requireProduct(store, id) {
  const product = store.find(id)
  if (product === undefined) throw new HttpError(404, 'No such product', 'There is no such product.')
  return product
}

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [
  { path: /^\/$/, methods: { GET: showProducts } },
  { path: /^\/style\.css$/, methods: { GET: showStyles } },
  { path: /^\/products$/, methods: { POST: addProduct } },
  { path: /^\/products\/(?<id>[\w-]+)$/, methods: { GET: showProduct } },
  { path: /^\/products\/(?<id>[\w-]+)\/reviews$/, methods: { POST: addReview } },
  { path: /^\/products\/(?<id>[\w-]+)\/reviews\/delete$/, methods: { POST: deleteReview } },
  { path: /^\/import$/, methods: { GET: showImport, POST: importFile } },
  { path: /^\/export$/, methods: { GET: exportFile } },
]
