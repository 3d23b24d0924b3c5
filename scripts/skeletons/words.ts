const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\d+/gu
const ACRONYM = /^\p{Lu}{2,}$/u
const LINE_WIDTH = 100

/** Splits a name of any naming convention into words: `renderHTMLPage` → "render HTML page". A name without words stays. */
export function words(name: string): string {
  const found = name.match(WORD)
  return found ? found.map((word) => (ACRONYM.test(word) ? word : word.toLowerCase())).join(' ') : name
}

/** Makes a text begin with a capital letter and end with a full stop. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}

/** The first sentence of a multi-line text, as one line. It ends at the next sentence or a blank line. */
export function firstSentence(text: string): string {
  const paragraph = oneLine(text.trim().split(/\n\s*\n/)[0] ?? '')
  return /^.*?[.!?](?=\s+[\p{Lu}\d`"“])/u.exec(paragraph)?.[0] ?? paragraph
}

/** Collapses runs of whitespace to one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Returns "a", "a and b", or "a, b and c". */
export function enumeration(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} and ${last}` : last
}

/** Wraps a text at 100 characters; longer words are not broken. */
export function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of oneLine(text).split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= LINE_WIDTH) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
