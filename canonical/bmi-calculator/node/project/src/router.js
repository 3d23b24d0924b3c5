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
  try {
    await dispatch(request, response)
  } catch (error) {
    console.error(error)
    if (response.headersSent) response.destroy()
    else sendHtml(response, 500, problemPage('Something went wrong', 'The page could not be made. Please try again.'))
  }
}

/**
 * Finds the route of a request and lets it answer.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @returns {Promise<void>}
 */
async function dispatch(request, response) {
  const { path, query } = splitAddress(request.url ?? '/')
  const show = routes.get(path)
  if (!show) {
    sendHtml(response, 404, problemPage('Page not found', 'There is no page at this address.'))
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    // The rest of the request is never read, so the connection cannot be used again.
    response.setHeader('Allow', 'GET, HEAD').setHeader('Connection', 'close')
    sendHtml(response, 405, problemPage('Method not allowed', 'This page can only be read.'))
  } else {
    await show(response, query)
  }
}

/**
 * Splits the address of a request into its path and its query.
 * @param {string} address Such as `/?weight=70`.
 * @returns {{ path: string, query: URLSearchParams }}
 */
function splitAddress(address) {
  const [path, ...rest] = address.split('?')
  return { path, query: new URLSearchParams(rest.join('?')) }
}

/**
 * Shows the calculator with whatever the query asks it to compute.
 * @param {import('node:http').ServerResponse} response
 * @param {URLSearchParams} query
 */
function showCalculator(response, query) {
  sendHtml(response, 200, calculatorPage(readForm(query)))
}

/**
 * Shows the page that explains the categories.
 * @param {import('node:http').ServerResponse} response
 */
function showCategories(response) {
  sendHtml(response, 200, categoriesPage())
}
