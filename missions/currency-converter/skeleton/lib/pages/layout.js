/** What all pages have in common. */
import { html } from '../html.js'

const PAGES = [
  { id: 'to-converter', address: '/', name: 'Converter' },
  { id: 'to-rates', address: '/rates', name: 'Rates' },
]

/** Links to one page and marks the page that is shown. */
function pageLink({ id, address, name }, current) {
  // Links to one page and marks the page that is shown.
}

/** Puts the content of a page into a whole document. */
export function layout({ title, address, content }) {
  // Puts the content of a page into a whole document.
}
