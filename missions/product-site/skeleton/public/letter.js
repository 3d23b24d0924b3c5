/** What makes a letter one that can be answered. */

const SHORTEST_MESSAGE = 10

/** Tells whether an email address has exactly one @ with something on both sides. */
function isAddress(text) {
  // Tells whether an email address has exactly one @ with something on both sides.
}

/** Lists what is wrong with a letter, a sentence for each. */
export function problemsWith({ name, address, message }) {
  // Lists what is wrong with a letter, a sentence for each.
}
