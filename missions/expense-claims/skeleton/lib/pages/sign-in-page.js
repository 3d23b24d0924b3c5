/** The page where people sign in. */
import { html } from '../html.js'
import { layout, problemList } from './layout.js'

/** Writes the page, with the name that was typed before and what was wrong. */
export function signInPage({ name = '', problems } = {}) {
  // Writes the page, with the name that was typed before and what was wrong.
}
