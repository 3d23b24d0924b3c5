import { readForm } from './form.js'
import { calculatorPage } from './pages/calculator.js'
import { categoriesPage } from './pages/categories.js'
import { problemPage } from './pages/problem.js'
import { sendHtml, sendStylesheet } from './respond.js'

/** Path → what answers it, given the response and the query of the address. */
const routes = new Map([
  ['/', showCalculator],
  ['/categories', showCategories],
  ['/style.css', sendStylesheet],
])

/**
 * Answers one request: 404 for an unknown path, 405 for anything but reading, 500 if making the page failed.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @returns {Promise<void>}
 */
export async function answer(request, response) {
  // Answers one request: 404 for an unknown path, 405 for anything but reading, 500 if making the page
  // failed.
}

/**
 * Finds the route of a request and lets it answer.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @returns {Promise<void>}
 */
async function dispatch(request, response) {
  // Finds the route of a request and lets it answer.
}

/**
 * Splits the address of a request into its path and its query.
 * @param {string} address Such as `/?weight=70`.
 * @returns {{ path: string, query: URLSearchParams }}
 */
function splitAddress(address) {
  // Splits the address of a request into its path and its query.
}

/**
 * Shows the calculator with whatever the query asks it to compute.
 * @param {import('node:http').ServerResponse} response
 * @param {URLSearchParams} query
 */
function showCalculator(response, query) {
  // Shows the calculator with whatever the query asks it to compute.
}

/**
 * Shows the page that explains the categories.
 * @param {import('node:http').ServerResponse} response
 */
function showCategories(response) {
  // Shows the page that explains the categories.
}
