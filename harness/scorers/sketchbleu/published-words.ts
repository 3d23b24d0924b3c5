import { scannedTokens } from '../codebleu/python-tokens.ts'

/**
 * The tokens of a text as published: all that Python's `tokenize` yields up to the first error, with comments, line ends, indents,
 * the name of the encoding and the empty tokens that end blocks and the text.
 */
export function publishedWords(text: string): string[] {
  const { tokens, failure, open } = scannedTokens(text.replace(/^\ufeff/, ''))
  const words = tokens.filter(({ type }) => type !== 'error').map((token) => token.text)
  const encoding = text.startsWith('\ufeff') ? 'utf-8-sig' : 'utf-8'
  return [encoding, ...words, ...(failure ? [] : new Array<string>(open + 1).fill(''))]
}
