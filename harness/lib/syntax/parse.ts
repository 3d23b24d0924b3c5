import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Language, Parser } from 'web-tree-sitter'
import { HarnessFault } from '../../errors.ts'
import { packageRoot } from '../files/package-root.ts'
import { copyTree, type SyntaxTree } from './syntax-tree.ts'

/** The grammars in `grammars/`; `scripts/grammars.mjs` copies them from their packages. */
export const GRAMMARS = ['python', 'javascript', 'typescript', 'tsx', 'java', 'c', 'cpp', 'go', 'html', 'css'] as const
export type Grammar = (typeof GRAMMARS)[number]

/** Loads each parser when it is first used. */
export class Parsers {
  readonly #parsers = new Map<Grammar, Promise<Parser>>()

  /** @throws HarnessFault if the grammar cannot be loaded */
  async parse(grammar: Grammar, text: string): Promise<SyntaxTree> {
    const parser = await this.#parser(grammar)
    const tree = parser.parse(text)
    if (!tree) throw new HarnessFault(`a text could not be parsed as ${grammar}`)
    try {
      return copyTree(tree, text)
    } finally {
      tree.delete()
    }
  }

  #parser(grammar: Grammar): Promise<Parser> {
    const known = this.#parsers.get(grammar)
    if (known) return known
    const parser = load(grammar)
    this.#parsers.set(grammar, parser)
    return parser
  }
}

let initialising: Promise<void> | undefined

/**
 * `Parser.init` may run only once at a time: a second call that begins before the first has ended replaces the WebAssembly module
 * under the parsers that the first one has made, and freeing them later ends the process.
 */
function initialised(): Promise<void> {
  initialising ??= Parser.init()
  return initialising
}

async function load(grammar: Grammar): Promise<Parser> {
  const file = path.join(packageRoot(import.meta.dirname), 'grammars', `${grammar}.wasm.gz`)
  try {
    await initialised()
    const wasm = await promisify(gunzip)(await readFile(file))
    return new Parser().setLanguage(await Language.load(wasm))
  } catch (error) {
    throw new HarnessFault(`the grammar ${file} cannot be loaded; install pe again`, { cause: error })
  }
}
