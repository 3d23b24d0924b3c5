import { stripVTControlCharacters } from 'node:util'

/** Text of a project or an agent as part of one line: nothing in it moves the cursor, adds a line or turns its direction. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\ufffd')
}
