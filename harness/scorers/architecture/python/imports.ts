/** Imports of Python. */
import type { SyntaxNode, SyntaxTree } from '../../../lib/syntax/syntax-tree.ts'
import { LONGEST_NAME } from '../bounds.ts'
import type { Import } from '../module.ts'
import { childOf, field, fields, linesOf, nameOf, stringOf } from '../tree.ts'

/** Names of functions that import the module that their first argument names. */
const IMPORTERS: readonly string[] = ['importlib.import_module', 'import_module', '__import__']
const CATCHES = /\b(ImportError|ModuleNotFoundError|Exception|BaseException)\b/
/** Characters of the header of a clause; longer ones are not read. */
const LONGEST_HEADER = 500

export function importsOf(tree: SyntaxTree): Import[] {
  const lineOf = linesOf(tree.text)
  const caught = caughtNodes(tree)
  return tree.nodes.flatMap((node) => {
    const at = { line: lineOf(node.start), ...(caught[node.index] === 1 ? { optional: true as const } : {}) }
    return namedBy(tree, node).map((found): Import => ({ ...found, ...at }))
  })
}

type Named = Pick<Import, 'specifier' | 'symbol' | 'star'>

function namedBy(tree: SyntaxTree, node: SyntaxNode): Named[] {
  if (node.type === 'import_statement')
    return fields(node, 'name').map((name) => ({ specifier: plainName(tree, name) }))
  if (node.type === 'import_from_statement') {
    const specifier = moduleName(tree, field(node, 'module_name'))
    if (childOf(node, 'wildcard_import')) return [{ specifier, star: true }]
    return fields(node, 'name').map((name) => ({ specifier, symbol: plainName(tree, name) }))
  }
  const called = node.type === 'call' ? nameOf(tree, field(node, 'function')) : ''
  if (!IMPORTERS.includes(called)) return []
  const argument = field(node, 'arguments')?.children.find(({ named }) => named)
  const specifier = stringOf(tree, argument)
  return specifier === undefined || !/^\.*[\p{L}_][\p{L}\p{N}_.]*$/u.test(specifier) ? [] : [{ specifier }]
}

/** The name of `a.b` and of `a.b as c`. */
function plainName(tree: SyntaxTree, node: SyntaxNode): string {
  return dottedName(tree, node.type === 'aliased_import' ? field(node, 'name') : node)
}

/** White space is allowed around the dots. */
export function dottedName(tree: SyntaxTree, node: SyntaxNode | undefined): string {
  if (!node) return ''
  const parts = node.children.filter(({ type }) => type === 'identifier')
  return parts.length === 0 ? nameOf(tree, node) : cut(parts.map((part) => nameOf(tree, part)).join('.'))
}

function moduleName(tree: SyntaxTree, node: SyntaxNode | undefined): string {
  if (node?.type !== 'relative_import') return dottedName(tree, node)
  const prefix = nameOf(tree, childOf(node, 'import_prefix'))
  const dotted = childOf(node, 'dotted_name')
  return cut(prefix.replaceAll(/[^.]/g, '') + (dotted ? dottedName(tree, dotted) : ''))
}

/** No program has longer names. */
function cut(name: string): string {
  return name.slice(0, LONGEST_NAME)
}

const IMPORTS = new Set(['import_statement', 'import_from_statement'])

/** 1 for nodes in a block whose failing imports are caught, and in the clauses that then import something else. */
function caughtNodes(tree: SyntaxTree): Uint8Array {
  const marks = new Uint8Array(tree.nodes.length)
  for (const node of tree.nodes) {
    const body = field(node, 'body')
    if (!body || !catchesImports(tree, node)) continue
    if (marks[body.index] === 0) marks.fill(1, body.index, body.next)
    const imports = tree.nodes.slice(body.index, body.next).some(({ type }) => IMPORTS.has(type))
    // Without an import in the block, what its clauses import is needed.
    if (imports)
      for (const clause of node.children) if (clause.type === 'except_clause') marks.fill(1, clause.index, clause.next)
  }
  return marks
}

function catchesImports({ text }: SyntaxTree, { type, start, children }: SyntaxNode): boolean {
  if (type === 'with_statement') {
    const clause = children.find((child) => child.type === 'with_clause')
    const header = text.slice(start, Math.min(clause?.end ?? start, start + LONGEST_HEADER))
    return /\bsuppress\b/.test(header) && CATCHES.test(header)
  }
  if (type !== 'try_statement') return false
  return children.some((clause) => {
    if (clause.type !== 'except_clause') return false
    const block = childOf(clause, 'block')
    const header = text.slice(clause.start, Math.min(block?.start ?? clause.end, clause.start + LONGEST_HEADER))
    return CATCHES.test(header) || /^except\s*:/.test(header)
  })
}
