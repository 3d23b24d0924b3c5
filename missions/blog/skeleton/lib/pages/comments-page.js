/** The list of all comments in the administration. */
import { html } from '../html.js'
import { actionButton, administrationLayout } from './layout.js'

/** Shows a comment with what can be done with it. */
function commentRow({ id, name, text, approved }, post) {
  // Shows a comment with what can be done with it.
}

/** Writes the list. */
export function commentsPage(store) {
  // Writes the list.
}
