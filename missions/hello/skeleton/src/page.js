const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Makes text safe to stand in HTML.
 * @param {string} text
 * @returns {string}
 */
function escapeHtml(text) {
  // Makes text safe to stand in HTML.
}

/**
 * Makes the page.
 * @param {string} greeting Plain text of the heading.
 * @returns {string} The whole document.
 */
export function helloPage(greeting) {
  // Makes the page. Returns the whole document.
}
