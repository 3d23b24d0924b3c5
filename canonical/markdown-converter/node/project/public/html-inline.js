/** HTML → Markdown: what stands within a line. */

/** Tag → how its text is marked. */
const MARKS = {
  STRONG: (text) => `**${text}**`,
  B: (text) => `**${text}**`,
  EM: (text) => `*${text}*`,
  I: (text) => `*${text}*`,
  CODE: (text) => `\`${text}\``,
  A: (text, element) => (element.hasAttribute('href') ? `[${text}](${element.getAttribute('href')})` : text),
}

/** Writes one node: text as it is, an element by its mark, or its text alone. */
function nodeToMarkdown(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (node.nodeType !== Node.ELEMENT_NODE) return ''
  const text = [...node.childNodes].map(nodeToMarkdown).join('')
  return MARKS[node.tagName]?.(text, node) ?? text
}

/** Writes nodes that stand within one line; line breaks and spaces between words count as one space. */
export function inlineToMarkdown(nodes) {
  return [...nodes].map(nodeToMarkdown).join('').replace(/\s+/g, ' ').trim()
}
