import type { Grammar, Parsers } from '../parse.ts'
import { javascriptOutline } from './javascript.ts'
import { pythonOutline } from './python.ts'
import { firstError, type SyntaxError } from './syntax-error.ts'

/** Whether the body returns a value; `unclear` if that depends on a call, or if the body always raises an error. */
export type Returning = 'value' | 'nothing' | 'unclear'

export interface OutlinedParameter {
  /** Empty for a pattern such as `{ a, b }`. */
  readonly name: string
  /** As it is written; undefined without an annotation. */
  readonly type?: string
  /** Has a default value, or takes the rest of the arguments. */
  readonly optional: boolean
  readonly rest: boolean
}

export interface OutlinedFunction {
  readonly name: string
  /** From 1. */
  readonly line: number
  /** Without `self` and `cls`. */
  readonly parameters: readonly OutlinedParameter[]
  /** As it is written; undefined without an annotation. */
  readonly returns?: string
  readonly returning: Returning
  /** Why its body is a placeholder; undefined if it is not. */
  readonly placeholder?: string
}

export interface OutlinedClass {
  readonly name: string
  readonly line: number
  /** As they are written, such as `pygame.sprite.Sprite`. */
  readonly bases: readonly string[]
  readonly methods: readonly OutlinedFunction[]
  /** Names of attributes of the class and of its instances. */
  readonly attributes: readonly string[]
}

/** What a file declares. */
export interface Outline {
  readonly error?: SyntaxError
  readonly classes: readonly OutlinedClass[]
  readonly functions: readonly OutlinedFunction[]
  /** Other names of the file: variables, imports and exports. */
  readonly names: readonly string[]
}

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
