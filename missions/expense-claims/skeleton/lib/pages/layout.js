/** What all pages have in common. */
import { html } from '../html.js'

/** Links to the pages that a person can see, and lets them sign out. */
function navigation(person) {
  // Links to the pages that a person can see, and lets them sign out.
}

/** Puts the content of a page into a whole document, for the person who is signed in, if somebody is. */
export function layout({ title, person, content }) {
  // Puts the content of a page into a whole document, for the person who is signed in, if somebody is.
}

/** Shows what was wrong with a form, in an element with the given id, or nothing. */
export function problemList(id, problems = []) {
  // Shows what was wrong with a form, in an element with the given id, or nothing.
}
