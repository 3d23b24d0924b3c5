/** Judges how hard a password is to guess. */

/** Bits below which a password is not yet of that strength. */
const FAIR_FROM = 50
const STRONG_FROM = 80

/** Gives the bits of a password: how many binary choices it takes to make it. */
function bitsOf(length, alphabets) {
  // Gives the bits of a password: how many binary choices it takes to make it.
}

/** Gives the word for the strength of a password. */
export function strengthOf(length, alphabets) {
  // Gives the word for the strength of a password.
}
