import type { SyntaxTree } from '../../../lib/syntax/syntax-tree.ts'
import { ecmascriptBodies } from '../bodies.ts'
import { MOST_MENTIONS } from '../bounds.ts'
import type { Module, ModuleLanguage } from '../module.ts'
import { scriptsIn } from '../scripts-in-text.ts'
import { stringOf } from '../tree.ts'
import { exportsOf } from './exports.ts'
import { importsOf } from './imports.ts'
import { shapesOf } from './shapes.ts'

export function readEcmascript(path: string, language: ModuleLanguage, tree: SyntaxTree): Module {
  return {
    ...{ path, language, imports: importsOf(tree), ...exportsOf(tree), ...shapesOf(tree) },
    mentions: mentionsOf(tree),
    startable: false,
    bodies: ecmascriptBodies(tree),
  }
}

/** Strings that name a file: workers, scripts that another process runs, pages that a server sends. */
export function mentionsOf(tree: SyntaxTree): string[] {
  const found = new Set(scriptsIn(tree.text))
  for (const node of tree.nodes) {
    if (found.size >= MOST_MENTIONS) break
    const text = stringOf(tree, node)
    if (text !== undefined && /^[\w@./-]+\.(m|c)?(j|t)sx?$|^[\w@./-]+\.html?$/.test(text)) found.add(text)
  }
  return [...found]
}
