/** HTML → Markdown: what stands within a line. */

/** Tag → how its text is marked. */
const MARKS = {
  STRONG: (text) => {
    // STRONG, given text.
  },
  B: (text) => {
    // B, given text.
  },
  EM: (text) => {
    // EM, given text.
  },
  I: (text) => {
    // I, given text.
  },
  CODE: (text) => {
    // CODE, given text.
  },
  A: (text, element) => {
    // A, given text and element.
  },
}

/** Writes one node: text as it is, an element by its mark, or its text alone. */
function nodeToMarkdown(node) {
  // Writes one node: text as it is, an element by its mark, or its text alone.
}

/** Writes nodes that stand within one line; line breaks and spaces between words count as one space. */
export function inlineToMarkdown(nodes) {
  // Writes nodes that stand within one line; line breaks and spaces between words count as one space.
}
