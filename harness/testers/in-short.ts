/** A short description of a value of an answer, for a message. Never recurses: the value may be nested too deeply to be printed. */
export function inShort(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return value.slice(0, 100)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null) return 'null'
  return typeof value === 'object' ? 'an object' : typeof value
}
