/** Makes passwords from the browser's source of secrets. */

const RANGE = 2 ** 32

/** Gives a random whole number from 0 to below `count`, each as often as any other. */
function randomBelow(count) {
  // Gives a random whole number from 0 to below `count`, each as often as any other.
}

/** Picks one of some characters. */
function pick(characters) {
  // Picks one of some characters.
}

/** Brings characters into a random order (Fisher and Yates). */
function shuffle(characters) {
  // Brings characters into a random order (Fisher and Yates).
}

/** Makes a password with at least one character of each alphabet. */
export function makePassword(length, alphabets) {
  // Makes a password with at least one character of each alphabet.
}
