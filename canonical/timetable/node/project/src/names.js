const collator = new Intl.Collator('en')

/**
 * Compares two names alphabetically, for sorting.
 * @param {string} left
 * @param {string} right
 * @returns {number} Negative, zero or positive.
 */
export function compareNames(left, right) {
  return collator.compare(left, right)
}
