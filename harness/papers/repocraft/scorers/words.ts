/** The words of an identifier in lower case: `HTTPAdapter` and `http_adapter` are both `http adapter`. */
export function wordsOf(identifier: string): string {
  return identifier
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Characters of a docstring that are read. */
const READ = 2000
const LONGEST_SENTENCE = 300

/** The first sentence of the literal of a docstring, on one line and without its quotes. */
export function firstSentence(literal: string): string {
  const text = literal
    .slice(0, READ)
    .replace(/^[A-Za-z]{0,2}("""|'''|"|')/, '')
    .replace(/("""|'''|"|')$/, '')
    .trim()
  const [paragraph = ''] = text.split(/\n\s*\n/)
  const line = plain(paragraph)
  const end = /[.!?](?= |$)/.exec(line)
  return line.slice(0, Math.min(end ? end.index + 1 : LONGEST_SENTENCE, LONGEST_SENTENCE)).trim()
}

/** Characters that a reader does not see become blanks, and blanks are single. */
function plain(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
}
