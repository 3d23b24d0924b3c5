/** Bidirectional controls, unpaired surrogates, and control characters other than tabs and new lines. */
const NO_CHARACTER = /\p{Bidi_Control}|\p{Cs}|(?![\t\n])\p{Cc}/gu

/** Makes every character of a text visible, in its stored order. */
export function visible(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(NO_CHARACTER, '\ufffd')
}

/** Most characters of one line; a longer one slows the browser down and helps no reader. */
const LONGEST_LINE = 2000
/** Characters of one text. */
export const LONGEST_TEXT = 200_000

/** The same, cut to a length that a page can show, with the number of omitted characters. */
export function boundText(text: string, longest = LONGEST_TEXT): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}\n${leftOut(text.length - longest)}` : text
  if (cut.length <= LONGEST_LINE) return visible(cut)
  return visible(cut.split('\n').map(shortLine).join('\n'))
}

function shortLine(line: string): string {
  if (line.length <= LONGEST_LINE) return line
  return `${line.slice(0, LONGEST_LINE)} ${leftOut(line.length - LONGEST_LINE)}`
}

function leftOut(characters: number): string {
  return `… ${characters.toLocaleString('en-US')} more ${characters === 1 ? 'character' : 'characters'}`
}

/** The last characters of a text: of a log, the end says what went wrong. */
export function lastPart(text: string, longest: number): string {
  return text.length > longest ? `${leftOut(text.length - longest)} before\n${text.slice(-longest)}` : text
}
