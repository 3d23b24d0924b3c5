/** What all pages have in common. */
import { html } from '../html.js'

const PAGES = [
  { id: 'foods-link', address: '/', name: 'Foods' },
  { id: 'day-link', address: '/day', name: 'Day' },
  { id: 'week-link', address: '/week', name: 'Week' },
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

/** Shows the form that chooses a date and comes back to the same page with it. */
export function dateForm({ address, id, label, date }) {
  // Shows the form that chooses a date and comes back to the same page with it.
}
