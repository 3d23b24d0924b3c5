/** The list of all posts in the administration. */
import { html } from '../html.js'
import { actionButton, administrationLayout } from './layout.js'

/** Shows a post with what can be done with it. */
function postRow({ id, title, published }) {
  // Shows a post with what can be done with it.
}

/** Writes the list. */
export function postsPage(posts) {
  // Writes the list.
}
