/** What all pages have in common. */
import { html } from '../html.js'

/** Puts the content of a page into a whole document. */
function documentOf({ title, header, content }) {
  // Puts the content of a page into a whole document.
}

/** Writes a page of the blog, with a way home and the search in its header. */
export function layout({ title, search = '', content }) {
  // Writes a page of the blog, with a way home and the search in its header.
}

/** Writes a page of the administration, with links to its other pages and the button "Sign out". */
export function administrationLayout({ title, content }) {
  // Writes a page of the administration, with links to its other pages and the button "Sign out".
}

/** Shows what was wrong with a form, in an element with the given id, or nothing. */
export function problemList(id, problems) {
  // Shows what was wrong with a form, in an element with the given id, or nothing.
}

/** Links to all posts with each of some tags. */
export function tagLinks(tags) {
  // Links to all posts with each of some tags.
}

/** A button that does something at once. */
export function actionButton(address, name) {
  // A button that does something at once.
}
