/** The page. */
import { html } from './html.js'
import { svg } from './svg.js'
import { LEVELS, SIZES } from './wish.js'

const LEVEL_NAMES = { L: 'L (7%)', M: 'M (15%)', Q: 'Q (25%)', H: 'H (30%)' }

/** Offers one choice of a list. */
function option(value, name, chosen) {
  // Offers one choice of a list.
}

/** Shows the form with what was wished for. */
function wishForm({ text, size, level }) {
  // Shows the form with what was wished for.
}

/** Shows a code with the way to save it. */
function result(code, { text, size, level }) {
  // Shows a code with the way to save it.
}

/** Writes the page with the form and, below it, a code or what is wrong. */
export function generatorPage({ wish, problem, code }) {
  // Writes the page with the form and, below it, a code or what is wrong.
}
