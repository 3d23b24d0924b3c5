const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Makes text safe to stand in HTML, in an element as well as in a quoted attribute.
 * @param {string} text
 * @returns {string}
 */
export function escapeHtml(text) {
  // Makes text safe to stand in HTML, in an element as well as in a quoted attribute.
}

/**
 * Wraps the content of a page in everything that all pages share.
 * @param {string} title Plain text.
 * @param {string} content HTML of the main part.
 * @returns {string} The whole document.
 */
export function layout(title, content) {
  // Wraps the content of a page in everything that all pages share. Returns the whole document.
}
