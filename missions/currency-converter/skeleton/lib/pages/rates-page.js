/** The page with the rates. */
import { BASE, RATED } from '../currencies.js'
import { html } from '../html.js'
import { layout } from './layout.js'

/** The field for one rate. */
function rateField(code, rate) {
  // The field for one rate.
}

/** Writes the page with the rates as they are, or as they were typed, and what became of them. */
export function ratesPage({ rates, saved = false, problem }) {
  // Writes the page with the rates as they are, or as they were typed, and what became of them.
}
