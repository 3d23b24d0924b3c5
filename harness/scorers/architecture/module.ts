/** The features of a source file that the measures of architecture need. */
import { languageOf } from '../codebleu/languages.ts'
import type { Grammar } from '../../lib/syntax/parse.ts'

/** One name that a file imports from another one, or the other file as a whole. */
export interface Import {
  /** As written; Python's relative imports begin with their dots. */
  readonly specifier: string
  /** `default` for a default import of JavaScript; undefined if nothing is named. */
  readonly symbol?: string
  /** All names. */
  readonly star?: true
  readonly line: number
  /** The file works without it: a missing module is caught. */
  readonly optional?: true
}

export interface ClassShape {
  readonly bases: readonly string[]
  readonly methods: ReadonlySet<string>
}

/** A function or method with a body. */
export interface FunctionBody {
  readonly name: string
  /** The class of a method. */
  readonly owner?: string
  readonly line: number
  /** Whether it is a placeholder, by the rules of each setting; `undefined` if the setting does not count it. */
  readonly paper: boolean
  readonly strict: boolean | undefined
}

export type ModuleLanguage = 'python' | 'javascript' | 'typescript' | 'html' | 'component'

export interface Module {
  readonly path: string
  readonly language: ModuleLanguage
  readonly imports: readonly Import[]
  /** Names that other files can import. */
  readonly names: ReadonlySet<string>
  /** Specifiers of modules whose names are also its own. */
  readonly stars: readonly string[]
  /** The names that `import *` gives, if the file lists them. */
  readonly listed?: ReadonlySet<string>
  /** It makes names while it runs, so a name that is not found may exist. */
  readonly open: boolean
  /** Strings that may name other modules, as frameworks expect. `NAME.*` is a whole package. */
  readonly mentions: readonly string[]
  /** It has a part that runs only if it is started. */
  readonly startable: boolean
  /** It exports with the syntax of ES modules. */
  readonly esm: boolean
  readonly classes: ReadonlyMap<string, ClassShape>
  readonly functions: ReadonlySet<string>
  readonly bodies: readonly FunctionBody[]
}

/** A module without content. */
export function emptyModule(path: string, language: ModuleLanguage): Module {
  return {
    ...{ path, language, imports: [], names: new Set(), stars: [], open: false, mentions: [] },
    ...{ startable: false, esm: false, classes: new Map(), functions: new Set(), bodies: [] },
  }
}

const BY_GRAMMAR: Readonly<Partial<Record<Grammar, ModuleLanguage>>> = {
  python: 'python',
  javascript: 'javascript',
  typescript: 'typescript',
  tsx: 'typescript',
  html: 'html',
}

/** The language of a source file, and the grammar that reads it; undefined for any other file. */
export function sourceOf(path: string): { readonly language: ModuleLanguage; readonly grammar: Grammar } | undefined {
  if (/\.(vue|svelte)$/.test(path)) return { language: 'component', grammar: 'html' }
  // Stubs of Python are not imported when a program runs, and minified files are those of other people.
  if (path.endsWith('.pyi') || /\.min\.m?js$/.test(path)) return undefined
  const { grammar } = languageOf(path)
  const language = grammar && BY_GRAMMAR[grammar]
  return language && { language, grammar }
}
