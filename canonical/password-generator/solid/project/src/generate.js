export const KINDS = {
  small: 'abcdefghijklmnopqrstuvwxyz',
  capital: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digit: '0123456789',
  symbol: '!#$%&*+-=?@',
}
const LOOKALIKES = 'lIO10'

/** A whole number below `limit`, without the bias of a remainder. */
function below(limit) {
  const most = Math.floor(2 ** 32 / limit) * limit
  const [number] = crypto.getRandomValues(new Uint32Array(1))
  return number < most ? number % limit : below(limit)
}

const pick = (characters) => characters[below(characters.length)]

function shuffle(items) {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = below(last + 1)
    ;[items[last], items[other]] = [items[other], items[last]]
  }
  return items
}

export function lengthOf(text) {
  const trimmed = String(text).trim()
  const length = /^\d+$/.test(trimmed) ? Number(trimmed) : NaN
  return length >= 8 && length <= 64 ? length : undefined
}

/** `{ password, strength, score }`, or `{ error }`. */
export function generate(lengthText, kinds, withoutLookalikes) {
  const length = lengthOf(lengthText)
  if (length === undefined) return { error: 'The length must be a whole number from 8 to 64.' }
  const pools = kinds.map((kind) => [...KINDS[kind]].filter((each) => !withoutLookalikes || !LOOKALIKES.includes(each)))
  if (pools.length === 0) return { error: 'Please choose at least one kind of characters.' }
  const all = pools.flat()
  const characters = [...pools.map(pick), ...Array.from({ length: length - pools.length }, () => pick(all))]
  const bits = length * Math.log2(all.length)
  return {
    password: shuffle(characters).join(''),
    strength: bits < 50 ? 'weak' : bits < 80 ? 'fair' : 'strong',
    score: Math.min(1, bits / 110),
  }
}
