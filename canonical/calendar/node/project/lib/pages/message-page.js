/** A page that only says something, such as an error. */
import { html } from '../html.js'
import { layout } from './layout.js'

/** Writes a page with a title and one sentence. */
export function messagePage(title, sentence) {
  return layout({ title, content: html`<p>${sentence}</p>` })
}
