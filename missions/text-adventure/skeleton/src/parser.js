const LONGEST_LINE = 200

/**
 * Reads a line of the player: the case of letters and extra blanks do not matter.
 * @param {string} line
 * @returns {{ verb: string, object: string }} both in lower case; the object is all that follows the verb, or empty
 */
export function parse(line) {
  // Reads a line of the player: the case of letters and extra blanks do not matter. Returns: both in
  // lower case; the object is all that follows the verb, or empty.
}

/**
 * Makes what the player typed fit to be shown again: short, and without control characters.
 * @param {string} typed
 * @returns {string}
 */
export function quote(typed) {
  // Makes what the player typed fit to be shown again: short, and without control characters.
}
