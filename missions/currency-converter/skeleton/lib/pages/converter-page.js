/** The page that converts. */
import { CODES } from '../currencies.js'
import { html } from '../html.js'
import { layout } from './layout.js'

/** A labelled list of the currencies. */
function currencyList(name, label, chosen) {
  // A labelled list of the currencies.
}

/** The form with what is to be converted. */
function wishForm({ amount, from, to }) {
  // The form with what is to be converted.
}

/** The result of a conversion and its rate. */
function result({ from, result, to, rate }) {
  // The result of a conversion and its rate.
}

/** One of the last conversions. */
function conversionItem({ amount, from, result, to }) {
  // One of the last conversions.
}

/** Writes the page with a wish, and what came of it: a conversion, a problem, or nothing yet. */
export function converterPage({ wish, done, problem, conversions }) {
  // Writes the page with a wish, and what came of it: a conversion, a problem, or nothing yet.
}
