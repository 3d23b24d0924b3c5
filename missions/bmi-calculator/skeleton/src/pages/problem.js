import { escapeHtml, layout } from '../html.js'

/**
 * Makes a page that tells of a problem and leads back to the calculator.
 * @param {string} title Plain text.
 * @param {string} explanation Plain text.
 * @returns {string} The whole document.
 */
export function problemPage(title, explanation) {
  // Makes a page that tells of a problem and leads back to the calculator. Returns the whole document.
}
