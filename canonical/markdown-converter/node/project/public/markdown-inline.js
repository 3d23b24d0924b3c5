/** Markdown → HTML: what stands within a line. */

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Code, a link, bold text, italic text: whichever comes first. */
const MARK = /`([^`]+)`|\[([^\]]+)\]\(([^\s)]+)\)|\*\*(?!\s)(.+?)(?<!\s)\*\*|\*(?![\s*])(.+?)(?<!\s)\*/s

/** Addresses that a link may have: of pages, of mail, and within the site. */
const SAFE_ADDRESS = /^(?:https?:|mailto:|[/#.]|[\w-]+(?:[/.#?]|$))/i

/** Makes text safe to stand in HTML. */
export function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character])
}

/** Turns one mark into HTML. */
function markToHtml([typed, code, linkText, address, bold, italic]) {
  if (code !== undefined) return `<code>${escapeHtml(code)}</code>`
  if (bold !== undefined) return `<strong>${inlineToHtml(bold)}</strong>`
  if (italic !== undefined) return `<em>${inlineToHtml(italic)}</em>`
  if (!SAFE_ADDRESS.test(address)) return escapeHtml(typed)
  return `<a href="${escapeHtml(address)}">${inlineToHtml(linkText)}</a>`
}

/** Turns the text of a paragraph, a heading or an item into HTML. */
export function inlineToHtml(text) {
  const mark = MARK.exec(text)
  if (mark === null) return escapeHtml(text)
  const after = text.slice(mark.index + mark[0].length)
  return escapeHtml(text.slice(0, mark.index)) + markToHtml(mark) + inlineToHtml(after)
}
