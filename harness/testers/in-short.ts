/** A value that is no text, for a message. It is not walked through: it may be nested deeper than can be written down. */
export function inShort(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'function' || typeof value === 'symbol' ? typeof value : `${value as string}`.slice(0, 100)
}
