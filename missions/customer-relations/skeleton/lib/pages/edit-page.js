/** The page with the form that holds a company. */
import { html } from '../html.js'
import { field } from './fields.js'
import { layout, problemList } from './layout.js'

/** Writes the page, with what was typed and what was wrong with that. */
export function editPage({ id, typed, problems = [] }) {
  // Writes the page, with what was typed and what was wrong with that.
}
