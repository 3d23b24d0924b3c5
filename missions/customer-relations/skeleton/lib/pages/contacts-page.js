/** The page with the contacts. */
import { html } from '../html.js'
import { field, optionsOf, selection } from './fields.js'
import { actionButton, addSection, layout } from './layout.js'

const NOTHING_TYPED = { name: '', email: '', company: '' }

/** Shows a contact with its company. */
function contactRow({ id, name, email }, company) {
  // Shows a contact with its company.
}

/** Writes the page; `add` holds a refused contact. */
export function contactsPage({ store, add = { typed: NOTHING_TYPED, problems: [] } }) {
  // Writes the page; `add` holds a refused contact.
}
