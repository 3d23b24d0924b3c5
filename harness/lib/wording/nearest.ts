import levenshtein from 'fast-levenshtein'

/** The first letters that an abbreviation shares with its name. */
const BEGINNING = 3
const MOST_EDITS = 2

/**
 * The closest name, if it is at most two edits away, whatever its case; or else the only name of which this is an abbreviation,
 * such as `docs` of `documents`. Otherwise undefined.
 */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const typed = name.toLowerCase()
  // Other lengths are further away. A hostile name may be long, and the distance takes the product of both lengths.
  const similar = names.filter((each) => Math.abs(each.length - name.length) <= MOST_EDITS)
  const candidates = similar.map((each) => ({ each, distance: levenshtein.get(typed, each.toLowerCase()) }))
  // Of `p4` and `p14`, `14` means the second.
  const holds = ({ each }: { readonly each: string }) => Number(each.toLowerCase().includes(typed))
  const [best] = candidates.toSorted((a, b) => a.distance - b.distance || holds(b) - holds(a))
  if (best && best.distance <= MOST_EDITS && best.distance < Math.min(name.length, best.each.length)) return best.each
  const meant = names.filter((each) => isAbbreviation(typed, each.toLowerCase()))
  return meant.length === 1 ? meant[0] : undefined
}

/** Whether its letters are in the name in this order. */
function isAbbreviation(short: string, name: string): boolean {
  if (short.length < BEGINNING || !name.startsWith(short.slice(0, BEGINNING))) return false
  let at = 0
  for (const letter of name) if (letter === short[at]) at += 1
  return at === short.length
}

/** Returns `; did you mean "todo"?`, or an empty text if no name is close. */
export function didYouMean(name: string, names: readonly string[]): string {
  const suggestion = nearest(name, names)
  return suggestion === undefined ? '' : `; did you mean "${suggestion}"?`
}

/**
 * What follows the name of a thing that does not exist: `; did you mean "todo"? The missions are …`. The suggestion comes first,
 * because lists are long.
 * @param list All of them, as a sentence that begins in lower case
 */
export function otherNames(name: string, names: readonly string[], list: string): string {
  const near = didYouMean(name, names)
  return near === '' ? `; ${list}` : `${near} ${list.slice(0, 1).toUpperCase()}${list.slice(1)}`
}
