/** HTML → Markdown: what takes whole lines. */
import { inlineToMarkdown } from './html-inline.js'

const HEADINGS = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6']
/** Nothing in them is meant for people. */
const UNSEEN = ['SCRIPT', 'STYLE', 'TEMPLATE', 'HEAD', 'TITLE']

/** Tag → what becomes of such an element. */
const BLOCKS = {
  P: (element) => inlineToMarkdown(element.childNodes),
  HR: () => '---',
  UL: (element) => list(element, () => '- '),
  OL: (element) => list(element, (index) => `${index + 1}. `),
  BLOCKQUOTE: (element) => quote(blocksToMarkdown(element.childNodes)),
  PRE: (element) => ['```', element.textContent.replace(/\n$/, ''), '```'].join('\n'),
  ...Object.fromEntries(HEADINGS.map((tag, index) => [tag, (element) => heading(element, index + 1)])),
}

/** Writes a heading. */
function heading(element, level) {
  return `${'#'.repeat(level)} ${inlineToMarkdown(element.childNodes)}`
}

/** Writes the items of a list, each behind its mark. */
function list(element, mark) {
  const items = [...element.children].filter((child) => child.tagName === 'LI')
  return items.map((item, index) => mark(index) + inlineToMarkdown(item.childNodes)).join('\n')
}

/** Puts the mark of a quote before each line. */
function quote(markdown) {
  return markdown.replace(/^/gm, '> ').replace(/ $/gm, '')
}

/** Tells an element that takes lines of its own, or holds one, from what stands within a line. */
function isBlock(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return false
  return node.tagName in BLOCKS || node.querySelector(Object.keys(BLOCKS).join()) !== null
}

/** Writes nodes as blocks; what stands between blocks becomes a paragraph. */
function blocksToMarkdown(nodes) {
  const blocks = []
  let line = []
  const endLine = () => {
    blocks.push(inlineToMarkdown(line))
    line = []
  }
  for (const node of nodes) {
    if (UNSEEN.includes(node.nodeName.toUpperCase())) continue
    if (!isBlock(node)) {
      line.push(node)
      continue
    }
    endLine()
    blocks.push(BLOCKS[node.tagName]?.(node) ?? blocksToMarkdown(node.childNodes))
  }
  endLine()
  return blocks.filter((block) => block !== '').join('\n\n')
}

/** Turns HTML into Markdown. The document that is made of it is not shown, so nothing in it is loaded or run. */
export function htmlToMarkdown(html) {
  return blocksToMarkdown(new DOMParser().parseFromString(html, 'text/html').body.childNodes)
}
