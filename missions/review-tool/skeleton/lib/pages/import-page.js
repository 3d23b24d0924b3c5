/** The page that imports a file. */
import { html } from '../html.js'
import { layout, problemList } from './layout.js'

/** Writes the page, with how much came in or with what was wrong. */
export function importPage({ added, problems = [] } = {}) {
  // Writes the page, with how much came in or with what was wrong.
}
