/** The page with the companies. */
import { html } from '../html.js'
import { field } from './fields.js'
import { actionButton, addSection, layout, problemList } from './layout.js'

const NOTHING_TYPED = { name: '', city: '' }

/** Says whether the name or the city of a company contains some words, whatever the case of their letters. */
function mentions({ name, city }, words) {
  // Says whether the name or the city of a company contains some words, whatever the case of their
  // letters.
}

/** Shows a company; its name leads to its page. */
function companyRow({ id, name, city }) {
  // Shows a company; its name leads to its page.
}

/**
 * Writes the page with the companies that some words are found in.
 * `add` holds a refused company; `deletion` says why one could not be deleted.
 */
export function companiesPage({ store, search = '', add = { typed: NOTHING_TYPED, problems: [] }, deletion }) {
  // Writes the page with the companies that some words are found in.
}
