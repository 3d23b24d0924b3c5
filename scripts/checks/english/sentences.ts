/** Finds sentences in Markdown that are too long to be understood at first reading. */

/** Most words of a sentence. */
export const MOST_WORDS = 45

export interface LongSentence {
  readonly offset: number
  readonly words: number
}

const FENCED = /^(```|~~~).*?^\1/gms
const TABLE_ROW = /^[ \t]*\|.*$/gm
/** Blank lines, list markers and headings separate texts. */
const BREAK = /\n[ \t]*\n|\n(?=[ \t]*(?:[-*]|\d+\.)[ \t])|\n(?=#)/
const SENTENCE = /[^\s.!?](?:[^.!?]|[.!?](?!["')*_\]]*\s))*/gs

export function longSentences(markdown: string): LongSentence[] {
  const prose = markdown.replaceAll(FENCED, blank).replaceAll(TABLE_ROW, blank)
  const found: LongSentence[] = []
  let offset = 0
  for (const part of prose.split(BREAK)) {
    const start = prose.indexOf(part, offset)
    for (const { index, 0: sentence } of part.matchAll(SENTENCE)) {
      const words = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length
      if (words > MOST_WORDS) found.push({ offset: start + index, words })
    }
    offset = start + part.length
  }
  return found
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ')
}
