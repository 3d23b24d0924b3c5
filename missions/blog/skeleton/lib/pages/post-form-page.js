/** The page with the form for a post. */
import { html } from '../html.js'
import { MAX_LINE, MAX_TEXT } from '../input.js'
import { administrationLayout, problemList } from './layout.js'

const NOTHING_TYPED = { title: '', text: '', tags: '' }

/** Writes the page for a new post, or for the post with an id; with what was typed and what was wrong with that. */
export function postFormPage({ id, typed = NOTHING_TYPED, problems = [] } = {}) {
  // Writes the page for a new post, or for the post with an id; with what was typed and what was wrong
  // with that.
}
