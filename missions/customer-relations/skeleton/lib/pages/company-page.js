/** The page of a company. */
import { html } from '../html.js'
import { formatMoney } from '../money.js'
import { isOpen, sumOf } from '../stages.js'
import { layout } from './layout.js'

/** Shows a contact. */
function contactRow({ name, email }) {
  // Shows a contact.
}

/** Shows a deal. */
function dealRow({ title, cents, stage }) {
  // Shows a deal.
}

/** Shows an activity of a contact. */
function activityRow({ date, kind, note, done }, contact) {
  // Shows an activity of a contact.
}

/** Shows rows under a heading. */
function part(title, rows) {
  // Shows rows under a heading.
}

/** Writes the page with all that belongs to a company. */
export function companyPage({ store, company }) {
  // Writes the page with all that belongs to a company.
}
