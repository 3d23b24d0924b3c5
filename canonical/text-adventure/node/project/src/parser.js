const LONGEST_LINE = 200

/**
 * Reads a line of the player: the case of letters and extra blanks do not matter.
 * @param {string} line
 * @returns {{ verb: string, object: string }} both in lower case; the object is all that follows the verb, or empty
 */
export function parse(line) {
  const words = line.slice(0, LONGEST_LINE).trim().toLowerCase().split(/\s+/)
  return { verb: words[0], object: words.slice(1).join(' ') }
}

/**
 * Makes what the player typed fit to be shown again: short, and without control characters.
 * @param {string} typed
 * @returns {string}
 */
export function quote(typed) {
  const clean = typed.replace(/\p{C}/gu, '')
  return clean.length > 30 ? `“${clean.slice(0, 30)}…”` : `“${clean}”`
}
