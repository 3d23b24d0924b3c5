/** What the user wants to have made. */

export const SIZES = [400, 600]
export const LEVELS = ['L', 'M', 'Q', 'H']
export const LONGEST = 200
const DEFAULT_LEVEL = 'M'

/** Reads a wish out of the query of an address; what is not offered becomes what is chosen at first. */
export function readWish(query) {
  // Reads a wish out of the query of an address; what is not offered becomes what is chosen at first.
}

/** Says what is wrong with a wish, or gives undefined. */
export function problemWith({ text }) {
  // Says what is wrong with a wish, or gives undefined.
}
