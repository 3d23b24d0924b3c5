/** What all pages have in common. */
import { html } from '../html.js'

const PAGES = [
  { id: 'accounts-link', address: '/', name: 'Accounts' },
  { id: 'transactions-link', address: '/transactions', name: 'Transactions' },
  { id: 'report-link', address: '/report', name: 'Report' },
]

/** Links to one page and marks the page that is shown. */
function pageLink({ id, address, name }, current) {
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
