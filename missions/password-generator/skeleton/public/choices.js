/** What the user chose. */

/** Kind → its characters. */
const ALPHABETS = {
  small: 'abcdefghijklmnopqrstuvwxyz',
  capital: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digit: '0123456789',
  symbol: '!#$%&*+-=?@',
}
const LOOKALIKES = 'lIO10'
const SHORTEST = 8
const LONGEST = 64

/** Reads the form; a length that is no number is NaN. */
export function readChoices(form) {
  // Reads the form; a length that is no number is NaN.
}

/** Says what is wrong with the choices, or gives undefined. */
export function problemWith({ length, kinds }) {
  // Says what is wrong with the choices, or gives undefined.
}

/** Gives the characters of each chosen kind, without look-alikes where they are not wanted. */
export function alphabetsOf({ kinds, distinct }) {
  // Gives the characters of each chosen kind, without look-alikes where they are not wanted.
}
