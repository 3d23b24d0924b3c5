/** A value that is no text, for a message. It is not walked through: it may be nested deeper than can be written down. */
export function inShort(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object'
    ? 'an object'
    : (typeof value === 'string' ? JSON.stringify(value) : String(value)).slice(0, 100)
}
