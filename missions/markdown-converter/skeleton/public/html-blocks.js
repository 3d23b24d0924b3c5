/** HTML → Markdown: what takes whole lines. */
import { inlineToMarkdown } from './html-inline.js'

const HEADINGS = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6']
/** Nothing in them is meant for people. */
const UNSEEN = ['SCRIPT', 'STYLE', 'TEMPLATE', 'HEAD', 'TITLE']

/** Tag → what becomes of such an element. */
const BLOCKS = {
  P: (element) => {
    // P, given element.
  },
  HR: () => {
    // HR.
  },
  UL: (element) => {
    // UL, given element.
  },
  OL: (element) => {
    // OL, given element.
  },
  BLOCKQUOTE: (element) => {
    // BLOCKQUOTE, given element.
  },
  PRE: (element) => {
    // PRE, given element.
  },
  ...Object.fromEntries(
    HEADINGS.map((tag, index) => {
      // The function that HEADINGS.map calls, given tag and index.
    }),
  ),
}

/** Writes a heading. */
function heading(element, level) {
  // Writes a heading.
}

/** Writes the items of a list, each behind its mark. */
function list(element, mark) {
  // Writes the items of a list, each behind its mark.
}

/** Puts the mark of a quote before each line. */
function quote(markdown) {
  // Puts the mark of a quote before each line.
}

/** Tells an element that takes lines of its own, or holds one, from what stands within a line. */
function isBlock(node) {
  // Tells an element that takes lines of its own, or holds one, from what stands within a line.
}

/** Writes nodes as blocks; what stands between blocks becomes a paragraph. */
function blocksToMarkdown(nodes) {
  // Writes nodes as blocks; what stands between blocks becomes a paragraph.
}

/** Turns HTML into Markdown. The document that is made of it is not shown, so nothing in it is loaded or run. */
export function htmlToMarkdown(html) {
  // Turns HTML into Markdown.
}
