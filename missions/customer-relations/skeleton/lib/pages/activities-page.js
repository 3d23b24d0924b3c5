/** The page with the open activities. */
import { html } from '../html.js'
import { KINDS } from '../input.js'
import { field, optionsOf, selection } from './fields.js'
import { actionButton, addSection, layout } from './layout.js'

const NOTHING_TYPED = { contact: '', kind: KINDS[0], date: '', note: '' }

/** Shows an activity with its contact. */
function activityRow({ id, date, kind, note }, contact) {
  // Shows an activity with its contact.
}

/** Writes the page; `add` holds a refused activity. */
export function activitiesPage({ store, add = { typed: NOTHING_TYPED, problems: [] } }) {
  // Writes the page; `add` holds a refused activity.
}
