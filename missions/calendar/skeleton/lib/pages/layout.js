/** What all pages have in common. */
import { html } from '../html.js'

/** Puts the content of a page into a whole document. */
export function layout({ title, content }) {
  // Puts the content of a page into a whole document.
}

/** Shows what was wrong with a form, in an element with the given id, or nothing. */
export function problemList(id, problems) {
  // Shows what was wrong with a form, in an element with the given id, or nothing.
}
