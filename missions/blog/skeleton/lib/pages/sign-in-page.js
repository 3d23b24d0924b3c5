/** The page that asks for the password. */
import { html } from '../html.js'
import { layout, problemList } from './layout.js'

/** Writes the page, with what was wrong with the password that was given. */
export function signInPage({ problems = [] } = {}) {
  // Writes the page, with what was wrong with the password that was given.
}
