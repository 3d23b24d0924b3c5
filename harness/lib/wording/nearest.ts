import levenshtein from 'fast-levenshtein'

/** The closest name, if it is at most two edits away; otherwise undefined. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const candidates = names.map((each) => ({ each, distance: levenshtein.get(name, each) }))
  const [best] = candidates.toSorted((a, b) => a.distance - b.distance)
  return best && best.distance <= 2 && best.distance < Math.min(name.length, best.each.length) ? best.each : undefined
}

/** Returns `; did you mean "todo"?`, or an empty text if no name is close. */
export function didYouMean(name: string, names: readonly string[]): string {
  const suggestion = nearest(name, names)
  return suggestion === undefined ? '' : `; did you mean "${suggestion}"?`
}
