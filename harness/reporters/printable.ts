import { stripVTControlCharacters } from 'node:util'

/** Text of a project or an agent as part of one line: nothing in it moves the cursor, adds a line or turns its direction. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\ufffd')
}

/** The same for a file that holds text: its lines and tabs stay. Replaces characters that are invalid in XML, too. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufffe\uffff]/gu, '\ufffd')
}

/** At most so many characters, and a sign where something is missing; a character is never cut in two. */
export function shortenText(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The same with the sign in the middle: the ends of names differ most often. */
export function shortenedInside(text: string, most: number): string {
  if (text.length <= most) return text
  const end = Math.floor((most - 1) / 2)
  const tail = end === 0 ? '' : text.slice(-end).replace(/^[\udc00-\udfff]/, '')
  return `${shortenText(text, Math.max(1, most - end))}${tail}`
}
