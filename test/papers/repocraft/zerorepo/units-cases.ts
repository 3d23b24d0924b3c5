/** Shared by the tests of units. */

export const [STRIP, TOKENS] = ['words/clean.py:strip_marks', 'words/split.py:tokens'] as const
export const WRONG = (code: string) => code.replace('.split()', ".split(',')")
export const isTokens = (subject: string) => subject === TOKENS
