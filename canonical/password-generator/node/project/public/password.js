/** Makes passwords from the browser's source of secrets. */

const RANGE = 2 ** 32

/** Gives a random whole number from 0 to below `count`, each as often as any other. */
function randomBelow(count) {
  const number = new Uint32Array(1)
  // Numbers above the last whole multiple would make the small ones more frequent.
  const limit = RANGE - (RANGE % count)
  do crypto.getRandomValues(number)
  while (number[0] >= limit)
  return number[0] % count
}

/** Picks one of some characters. */
function pick(characters) {
  return characters[randomBelow(characters.length)]
}

/** Brings characters into a random order (Fisher and Yates). */
function shuffle(characters) {
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomBelow(last + 1)
    const kept = characters[last]
    characters[last] = characters[other]
    characters[other] = kept
  }
  return characters
}

/** Makes a password with at least one character of each alphabet. */
export function makePassword(length, alphabets) {
  const all = alphabets.flat()
  const needed = alphabets.map(pick)
  const others = Array.from({ length: length - needed.length }, () => pick(all))
  return shuffle([...needed, ...others]).join('')
}
