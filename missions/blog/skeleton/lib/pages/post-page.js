/** The page of a post. */
import { html } from '../html.js'
import { MAX_LINE, MAX_TEXT } from '../input.js'
import { layout, problemList, tagLinks } from './layout.js'

const NOTHING_TYPED = { name: '', text: '' }

/** Takes a text apart at its empty lines. */
function paragraphs(text) {
  // Takes a text apart at its empty lines.
}

/** Shows a comment. */
function commentEntry({ name, text }) {
  // Shows a comment.
}

/** Shows the form for a comment, with what was typed before and what was wrong with that. */
function commentForm(post, { values = NOTHING_TYPED, problems = [] } = {}) {
  // Shows the form for a comment, with what was typed before and what was wrong with that.
}

/**
 * Writes the page of a post with its approved comments.
 * `sent` says that a comment was just sent; `refused` holds one that was refused.
 */
export function postPage({ post, comments, sent = false, refused }) {
  // Writes the page of a post with its approved comments.
}
