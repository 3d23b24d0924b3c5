import path from 'node:path'
import { publishedPython, strictPython } from './dataflow/python.ts'
import { publishedRules } from './dataflow/published-shapes.ts'
import { strictRules } from './dataflow/strict-shapes.ts'
import type { Rule } from './dataflow/visit.ts'
import { cleanLikeC, cleanPython } from './cleaning.ts'
import { KEYWORDS, PUBLISHED_KEYWORDS } from './keywords.ts'
import type { Grammar } from '../../lib/syntax/parse.ts'

/** A language as the published implementation treats it. */
export interface PublishedLanguage {
  readonly grammar: Grammar
  readonly keywords: ReadonlySet<string>
  readonly flow: Rule
  clean(text: string): string
}

export const PUBLISHED = {
  python: {
    ...{ grammar: 'python', keywords: PUBLISHED_KEYWORDS.python, flow: publishedPython, clean: cleanPython },
  },
  java: { grammar: 'java', keywords: PUBLISHED_KEYWORDS.java, flow: publishedRules.java, clean: cleanLikeC },
  javascript: {
    ...{ grammar: 'javascript', keywords: PUBLISHED_KEYWORDS.javascript },
    ...{ flow: publishedRules.javascript, clean: cleanLikeC },
  },
  c: { grammar: 'c', keywords: PUBLISHED_KEYWORDS.c, flow: publishedRules.c, clean: cleanLikeC },
  cpp: { grammar: 'cpp', keywords: PUBLISHED_KEYWORDS.cpp, flow: publishedRules.c, clean: cleanLikeC },
  go: { grammar: 'go', keywords: PUBLISHED_KEYWORDS.go, flow: publishedRules.go, clean: cleanLikeC },
} as const satisfies Record<string, PublishedLanguage>
export type PublishedLanguageName = keyof typeof PUBLISHED

/** A language in the strict setting. Absent features are left out of the comparison. */
export interface Language {
  readonly name: string
  readonly grammar?: Grammar
  readonly keywords?: ReadonlySet<string>
  readonly flow?: Rule
}

const python = { name: 'python', grammar: 'python', keywords: KEYWORDS.python, flow: strictPython } as const
const ecmascript = { name: 'javascript', keywords: KEYWORDS.javascript, flow: strictRules.javascript }
const javascript = { ...ecmascript, grammar: 'javascript' } as const
const typescript = { ...ecmascript, name: 'typescript', keywords: KEYWORDS.typescript, grammar: 'typescript' } as const
const java = { name: 'java', grammar: 'java', keywords: KEYWORDS.java, flow: strictRules.java } as const
const c = { name: 'c', grammar: 'c', keywords: KEYWORDS.c, flow: strictRules.c } as const
const cpp = { name: 'cpp', grammar: 'cpp', keywords: KEYWORDS.cpp, flow: strictRules.c } as const
const go = { name: 'go', grammar: 'go', keywords: KEYWORDS.go, flow: strictRules.go } as const
const html = { name: 'html', grammar: 'html' } as const
const css = { name: 'css', grammar: 'css' } as const

const BY_EXTENSION: Readonly<Record<string, Language>> = {
  ...{ '.py': python, '.pyw': python, '.pyi': python },
  ...{ '.js': javascript, '.mjs': javascript, '.cjs': javascript, '.jsx': javascript },
  ...{ '.ts': typescript, '.mts': typescript, '.cts': typescript, '.tsx': { ...typescript, grammar: 'tsx' } },
  '.java': java,
  ...{ '.c': c, '.h': c },
  ...{ '.cpp': cpp, '.cc': cpp, '.cxx': cpp, '.hpp': cpp, '.hh': cpp, '.hxx': cpp },
  '.go': go,
  ...{ '.html': html, '.htm': html },
  '.css': css,
}

/** The language of a file, by its extension. An unknown extension is a separate language, of which only tokens are compared. */
export function languageOf(file: string): Language {
  const extension = path.posix.extname(file).toLowerCase()
  return BY_EXTENSION[extension] ?? { name: extension === '' ? 'text' : extension.slice(1) }
}
