import type { Grammar, Parsers } from '../parse.ts'
import { javascriptOutline } from './javascript.ts'
import { pythonOutline } from './python.ts'
import type { Outline } from './declarations.ts'
import { firstError } from './syntax-error.ts'

type Language = 'python' | 'javascript' | 'typescript'

const ENDINGS: readonly (readonly [RegExp, Grammar, Language])[] = [
  [/\.pyw?$/, 'python', 'python'],
  [/\.(?:[cm]?js|jsx)$/, 'javascript', 'javascript'],
  [/\.[cm]?ts$/, 'typescript', 'typescript'],
  [/\.tsx$/, 'tsx', 'typescript'],
]

/** Characters; a longer file is data, not hand-written code. */
const LONGEST = 1024 * 1024

/** Whether the declarations of a file are known, by the ending of its path. */
export function languageOf(path: string): Language | undefined {
  return ENDINGS.find(([ending]) => ending.test(path))?.[2]
}

/** @returns undefined for files of other languages and for very long files */
export async function outlineOf(path: string, text: string, parsers: Parsers): Promise<Outline | undefined> {
  const [, grammar] = ENDINGS.find(([ending]) => ending.test(path)) ?? []
  if (grammar === undefined || text.length > LONGEST) return undefined
  const tree = await parsers.parse(grammar, text)
  const outline = grammar === 'python' ? pythonOutline(tree) : javascriptOutline(tree)
  const error = firstError(tree)
  return error === undefined ? outline : { ...outline, error }
}
