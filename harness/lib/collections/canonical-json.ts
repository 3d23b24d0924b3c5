/** JSON with sorted fields: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry
    return Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}
