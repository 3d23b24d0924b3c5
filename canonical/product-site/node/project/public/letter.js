/** What makes a letter one that can be answered. */

const SHORTEST_MESSAGE = 10

/** Tells whether an email address has exactly one @ with something on both sides. */
function isAddress(text) {
  const parts = text.trim().split('@')
  return parts.length === 2 && parts.every((part) => part !== '')
}

/** Lists what is wrong with a letter, a sentence for each. */
export function problemsWith({ name, address, message }) {
  const problems = []
  if (name.trim() === '') problems.push('Please enter your name.')
  if (!isAddress(address)) problems.push('Please enter an email address such as ada@example.org.')
  if (message.trim().length < SHORTEST_MESSAGE) {
    problems.push(`Please write a message of at least ${SHORTEST_MESSAGE} characters.`)
  }
  return problems
}
