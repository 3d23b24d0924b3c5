/** What the user wants to have made. */

export const SIZES = [400, 600]
export const LEVELS = ['L', 'M', 'Q', 'H']
export const LONGEST = 200
const DEFAULT_LEVEL = 'M'

/** Reads a wish out of the query of an address; what is not offered becomes what is chosen at first. */
export function readWish(query) {
  const size = Number(query.get('size'))
  const level = query.get('level')
  return {
    text: query.get('text') ?? '',
    size: SIZES.includes(size) ? size : SIZES[0],
    level: LEVELS.includes(level) ? level : DEFAULT_LEVEL,
  }
}

/** Says what is wrong with a wish, or gives undefined. */
export function problemWith({ text }) {
  if (text.trim() === '') return 'The text is empty.'
  if ([...text].length > LONGEST) return `The text is too long: it may have at most ${LONGEST} characters.`
  return undefined
}
