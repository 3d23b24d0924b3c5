import { NoTokens, pythonTokens, type TokenType } from './python-tokens.ts'
import { dropBlankLines } from './whitespace.ts'

/**
 * Removes comments and strings at the start of a statement, as the published implementation does: it writes the tokens again,
 * each at its column. A text that cannot be tokenized stays as it is, with its comments.
 */
export function cleanPython(text: string): string {
  try {
    return dropBlankLines(withoutComments(text))
  } catch (error) {
    if (error instanceof NoTokens) return text
    throw error
  }
}

function withoutComments(text: string): string {
  const parts: string[] = []
  let before: TokenType = 'indent'
  let [lastLine, lastColumn] = [-1, 0]
  for (const token of pythonTokens(text)) {
    if (token.line > lastLine) lastColumn = 0
    if (token.column > lastColumn) parts.push(' '.repeat(token.column - lastColumn))
    const beginsStatement = before === 'indent' || before === 'newline' || token.column === 0
    if (token.type !== 'comment' && !(token.type === 'string' && beginsStatement)) parts.push(token.text)
    ;[before, lastLine, lastColumn] = [token.type, token.endLine, token.endColumn]
  }
  return parts.join('')
}

/** Also matches strings, so that a comment marker inside a string is not taken for a comment. */
const COMMENT_OR_STRING = /\/\/[^\n]*|\/\*[^]*?\*\/|'(?:\\[^]|[^\\'])*'|"(?:\\[^]|[^\\"])*"/g

/** Removes comments like those of C, as the published implementation does. */
export function cleanLikeC(text: string): string {
  return dropBlankLines(text.replace(COMMENT_OR_STRING, (match) => (match.startsWith('/') ? ' ' : match)))
}
