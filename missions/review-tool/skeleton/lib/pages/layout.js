/** What all pages have in common. */
import { html } from '../html.js'

const PAGES = [
  { address: '/', name: 'Products' },
  { address: '/import', name: 'Import' },
]

/** Links to one page and marks the page that is shown. */
function pageLink({ address, name }, current) {
  // Links to one page and marks the page that is shown.
}

/** Puts the content of a page into a whole document. */
export function layout({ title, address, content }) {
  // Puts the content of a page into a whole document.
}

/** Shows what was wrong with a form, in an element with the given id, or nothing. */
export function problemList(id, problems) {
  // Shows what was wrong with a form, in an element with the given id, or nothing.
}
