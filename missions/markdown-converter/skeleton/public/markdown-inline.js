/** Markdown → HTML: what stands within a line. */

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Code, a link, bold text, italic text: whichever comes first. */
const MARK = /`([^`]+)`|\[([^\]]+)\]\(([^\s)]+)\)|\*\*(?!\s)(.+?)(?<!\s)\*\*|\*(?![\s*])(.+?)(?<!\s)\*/s

/** Addresses that a link may have: of pages, of mail, and within the site. */
const SAFE_ADDRESS = /^(?:https?:|mailto:|[/#.]|[\w-]+(?:[/.#?]|$))/i

/** Makes text safe to stand in HTML. */
export function escapeHtml(text) {
  // Makes text safe to stand in HTML.
}

/** Turns one mark into HTML. */
function markToHtml([typed, code, linkText, address, bold, italic]) {
  // Turns one mark into HTML.
}

/** Turns the text of a paragraph, a heading or an item into HTML. */
export function inlineToHtml(text) {
  // Turns the text of a paragraph, a heading or an item into HTML.
}
