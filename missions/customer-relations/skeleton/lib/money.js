/** Sums of money, counted in whole cents so that they stay exact. */

/** Reads a sum such as -1234.5 as cents, or gives undefined where it is none or has more than two decimals. */
export function parseMoney(text) {
  // Reads a sum such as -1234.5 as cents, or gives undefined where it is none or has more than two
  // decimals.
}

/** Writes cents as a sum such as -1234.50. */
export function formatMoney(cents) {
  // Writes cents as a sum such as -1234.50.
}
