/** What each address does. */
import { readFile } from 'node:fs/promises'
import { convert } from './currencies.js'
import { readForm } from './form.js'
import { amountProblem, ratesProblem, readRates, readWish } from './input.js'
import { converterPage } from './pages/converter-page.js'
import { ratesPage } from './pages/rates-page.js'
import { redirect, sendPage, sendStyles } from './responses.js'

const STYLES = new URL('../public/style.css', import.meta.url)

/** Shows the converter: as it is at first, as a swap left it, or with the conversion that was just made. */
function showConverter({ response, store, query }) {
  // Shows the converter: as it is at first, as a swap left it, or with the conversion that was just
  // made.
}

/** Converts an amount, or shows what is wrong with it, or only swaps the currencies. */
async function convertAmount({ request, response, store }) {
  // Converts an amount, or shows what is wrong with it, or only swaps the currencies.
}

/** Shows the rates. */
function showRates({ response, store, query }) {
  // Shows the rates.
}

/** Changes the rates, or shows what is wrong with them. */
async function changeRates({ request, response, store }) {
  // Changes the rates, or shows what is wrong with them.
}

/** Sends the stylesheet. */
async function showStyles({ response }) {
  // Sends the stylesheet.
}

/** The addresses, and for each of them its methods. */
export const ROUTES = [
  { path: /^\/$/, methods: { GET: showConverter } },
  { path: /^\/convert$/, methods: { POST: convertAmount } },
  { path: /^\/rates$/, methods: { GET: showRates, POST: changeRates } },
  { path: /^\/style\.css$/, methods: { GET: showStyles } },
]
