/** What Python's `str.isspace` says; JavaScript's `\s` lacks the separators U+001C–1F and U+0085, and has U+FEFF. */
const SPACE = '\\t-\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const WORD = new RegExp(`[^${SPACE}]+`, 'g')
const INK = new RegExp(`[^${SPACE}]`)
const EDGES = [new RegExp(`^[${SPACE}]+`), new RegExp(`[${SPACE}]$`)] as const

/** The pieces of a text between runs of whitespace. */
export function splitOnWhitespace(text: string): string[] {
  return text.match(WORD) ?? []
}

export function isBlank(text: string): boolean {
  return !INK.test(text)
}

export function strip(text: string): string {
  const [leading, trailing] = EDGES
  const begun = text.replace(leading, '')
  let end = begun.length
  // From the end, because a pattern for a run at the end is tried at every run before it.
  while (end > 0 && trailing.test(begun.slice(end - 1, end))) end -= 1
  return begun.slice(0, end)
}

/** Drops the lines that hold nothing but whitespace. Lines end with LF only. */
export function dropBlankLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => !isBlank(line))
    .join('\n')
}
