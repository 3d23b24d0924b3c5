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
  const length = form.elements.characters.value
  return {
    length: length === '' ? NaN : Number(length),
    kinds: Object.keys(ALPHABETS).filter((kind) => form.elements[kind].checked),
    distinct: form.elements.distinct.checked,
  }
}

/** Says what is wrong with the choices, or gives undefined. */
export function problemWith({ length, kinds }) {
  if (!Number.isInteger(length) || length < SHORTEST || length > LONGEST) {
    return `The length has to be a whole number from ${SHORTEST} to ${LONGEST}.`
  }
  if (kinds.length === 0) return 'Please tick at least one kind of characters.'
  return undefined
}

/** Gives the characters of each chosen kind, without look-alikes where they are not wanted. */
export function alphabetsOf({ kinds, distinct }) {
  const wanted = (character) => !distinct || !LOOKALIKES.includes(character)
  return kinds.map((kind) => [...ALPHABETS[kind]].filter(wanted))
}
