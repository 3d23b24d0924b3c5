import levenshtein from 'fast-levenshtein'

/** The name that was meant; undefined if it would be a guess. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const near = names.map((each) => ({ each, far: levenshtein.get(name, each) }))
  const [best] = near.toSorted((a, b) => a.far - b.far)
  return best && best.far <= 2 && best.far < Math.min(name.length, best.each.length) ? best.each : undefined
}

/** `; did you mean "todo"?`, or nothing if no name is near. */
export function didYouMean(name: string, names: readonly string[]): string {
  const meant = nearest(name, names)
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}
