/** What all pages have in common. */
import { html } from '../html.js'

const PAGES = [
  { id: 'companies-link', address: '/', name: 'Companies' },
  { id: 'contacts-link', address: '/contacts', name: 'Contacts' },
  { id: 'deals-link', address: '/deals', name: 'Deals' },
  { id: 'activities-link', address: '/activities', name: 'Activities' },
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

/** Shows a form that adds something, with its fields and what was wrong with them. */
export function addSection({ title, address, problems, fields }) {
  // Shows a form that adds something, with its fields and what was wrong with them.
}

/** A button that does something at once. */
export function actionButton(address, name) {
  // A button that does something at once.
}
