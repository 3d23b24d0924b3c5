/** Judges how hard a password is to guess. */

/** Bits below which a password is not yet of that strength. */
const FAIR_FROM = 50
const STRONG_FROM = 80

/** Gives the bits of a password: how many binary choices it takes to make it. */
function bitsOf(length, alphabets) {
  return length * Math.log2(alphabets.flat().length)
}

/** Gives the word for the strength of a password. */
export function strengthOf(length, alphabets) {
  const bits = bitsOf(length, alphabets)
  if (bits < FAIR_FROM) return 'weak'
  return bits < STRONG_FROM ? 'fair' : 'strong'
}
