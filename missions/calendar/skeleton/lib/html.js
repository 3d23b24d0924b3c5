/** Writes HTML in which every value is escaped unless it is HTML already. */

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A piece of HTML that may be put into another piece as it is. */
class Markup {
  /** Wraps text that is known to be HTML. */
  constructor(text) {
    // Wraps text that is known to be HTML.
  }

  /** Gives the HTML. */
  toString() {
    // Gives the HTML.
  }
}

/** Replaces the characters that mean something in HTML. */
function escapeText(text) {
  // Replaces the characters that mean something in HTML.
}

/** Turns a value of a template into HTML: lists are joined, and undefined and false leave nothing. */
function render(value) {
  // Turns a value of a template into HTML: lists are joined, and undefined and false leave nothing.
}

/** Template tag: escapes every value, so that hostile text stays text. */
export function html(strings, ...values) {
  // Template tag: escapes every value, so that hostile text stays text.
}
