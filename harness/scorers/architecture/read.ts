/** Reads the source files of a project. */
import type { Parsers } from '../../lib/syntax/parse.ts'
import type { Text } from '../texts.ts'
import { MOST_CHARACTERS, MOST_IMPORTS, MOST_MODULES, MOST_NODES } from './bounds.ts'
import { readEcmascript } from './ecmascript/read.ts'
import { readPage } from './markup.ts'
import { sourceOf, type Module } from './module.ts'
import { readPython } from './python/read.ts'
import type { Texts } from './texts.ts'

/** The modules of a project, or the reason why it was not read. */
export type Reading = { readonly modules: readonly Module[] } | { readonly reason: string }

export async function readModules({ texts, leftOut }: Texts, parsers: Parsers): Promise<Reading> {
  const unread = leftOut.find(({ path }) => sourceOf(path) !== undefined)
  // Its imports are unknown, and an unknown import must not count as a right one.
  if (unread) return { reason: `"${unread.path.slice(0, 200)}" could not be read: ${unread.reason}` }
  const sources = [...texts.values()].filter(({ path }) => sourceOf(path) !== undefined)
  const characters = sources.reduce((sum, { text }) => sum + text.length, 0)
  if (sources.length > MOST_MODULES) return { reason: `it has more than ${String(MOST_MODULES)} source files` }
  if (characters > MOST_CHARACTERS)
    return { reason: `its source files have more than ${String(MOST_CHARACTERS)} characters` }
  return readAll(sources, parsers)
}

/** Runs sequentially, because a syntax tree takes far more memory than what is read from it. */
async function readAll(sources: readonly Text[], parsers: Parsers): Promise<Reading> {
  const modules: Module[] = []
  let [nodes, imports] = [0, 0]
  for (const { path, text } of sources) {
    const source = sourceOf(path)
    if (!source) continue
    const { grammar, language } = source
    const tree = await parsers.parse(grammar, text)
    nodes += tree.nodes.length
    if (nodes > MOST_NODES) return { reason: `its syntax trees have more than ${String(MOST_NODES)} nodes` }
    const module =
      language === 'python'
        ? readPython(path, tree)
        : language === 'html' || language === 'component'
          ? await readPage(path, language, tree, parsers)
          : readEcmascript(path, language, tree)
    imports += module.imports.length
    if (imports > MOST_IMPORTS) return { reason: `it has more than ${String(MOST_IMPORTS)} imports` }
    modules.push(module)
  }
  return { modules }
}
