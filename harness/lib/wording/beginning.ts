/**
 * The first characters of a text, as a copy: a slice of a long text keeps all of it in memory. A page decides how long its
 * texts are.
 */
export function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString()
}
