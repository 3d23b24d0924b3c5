import { stripVTControlCharacters } from 'node:util'

/** What a user reads of what a program printed: without escape sequences, with plain line ends. */
export function visibleText(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r\n', '\n')
}
