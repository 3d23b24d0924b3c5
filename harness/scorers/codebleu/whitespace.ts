/** Whitespace as in Python's `str.isspace`. JavaScript's `\s` lacks U+001C–1F and U+0085, and includes U+FEFF. */
const SPACE = '\\t-\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const WORD = new RegExp(`[^${SPACE}]+`, 'g')
const NOT_SPACE = new RegExp(`[^${SPACE}]`)
const EDGES = [new RegExp(`^[${SPACE}]+`), new RegExp(`[${SPACE}]$`)] as const

export function splitOnWhitespace(text: string): string[] {
  return text.match(WORD) ?? []
}

export function isBlank(text: string): boolean {
  return !NOT_SPACE.test(text)
}

export function strip(text: string): string {
  const [leading, trailing] = EDGES
  const begun = text.replace(leading, '')
  let end = begun.length
  // Character by character, because a pattern for trailing whitespace is quadratic: it is tried at every earlier run.
  while (end > 0 && trailing.test(begun.slice(end - 1, end))) end -= 1
  return begun.slice(0, end)
}

/** Drops lines that contain only whitespace. Only LF ends a line. */
export function dropBlankLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => !isBlank(line))
    .join('\n')
}
