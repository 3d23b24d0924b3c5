import type { SyntaxTree, SyntaxNode } from '../../../lib/syntax/syntax-tree.ts'
import { pythonBodies } from '../bodies.ts'
import type { Module, Import } from '../module.ts'
import { shapesOf } from './shapes.ts'
import { MOST_MENTIONS, LONGEST_NAME } from '../bounds.ts'
import { scriptsIn } from '../scripts-in-text.ts'
import { below, field, nameOf, stringOf, fields, marksBelow, childOf, linesOf } from '../tree.ts'

export function readPython(path: string, tree: SyntaxTree): Module {
  const imports = importsOf(tree)
  return {
    ...{ path, language: 'python', imports, ...bindingsOf(tree), ...shapesOf(tree) },
    stars: imports.flatMap(({ star, specifier }) => (star ? [specifier] : [])),
    mentions: mentionsOf(tree),
    startable: isStartable(tree),
    esm: false,
    bodies: pythonBodies(tree),
  }
}

// ---- mentions ------------------------------------------------------------------------------------------------------

/** `shop.urls`, `shop.apps.ShopConfig` or `main:app`, as frameworks and servers expect. */
const DOTTED = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(:[A-Za-z_]\w*|\.[A-Za-z_]\w*)$/

/** Strings that may name modules. Each application of Django is a whole package: `NAME.*`. */
function mentionsOf(tree: SyntaxTree): string[] {
  const found = new Set(scriptsIn(tree.text))
  for (const node of tree.nodes) {
    if (found.size >= MOST_MENTIONS) break
    const text = node.type === 'string' ? stringOf(tree, node) : undefined
    if (text !== undefined && DOTTED.test(text)) found.add(text)
    if (node.type !== 'assignment' && node.type !== 'augmented_assignment') continue
    const [left, right] = [field(node, 'left'), field(node, 'right')]
    if (nameOf(tree, left) !== 'INSTALLED_APPS' || !right) continue
    for (const each of below(tree, right)) {
      const application = stringOf(tree, each)
      if (application !== undefined && /^[A-Za-z_][\w.]*$/.test(application)) found.add(`${application}.*`)
    }
  }
  return [...found].slice(0, MOST_MENTIONS)
}

// ---- bindings ------------------------------------------------------------------------------------------------------

// Names that a module of Python has once it was imported.

interface Bindings {
  readonly names: ReadonlySet<string>
  readonly open: boolean
  /** `__all__`, if it is a plain list of names. */
  readonly listed?: ReadonlySet<string>
}

const SCOPES: readonly string[] = ['function_definition', 'class_definition', 'lambda']
/** Calls that make names of the module while it runs. */
const MAKERS = /^(exec|globals)$/

function bindingsOf(tree: SyntaxTree): Bindings {
  const inner = marksBelow(tree, ({ type }) => SCOPES.includes(type))
  const names = new Set<string>()
  let open = false
  let listed: ReadonlySet<string> | undefined
  for (const node of tree.nodes) {
    if (node.type === 'call' && makesNames(tree, node)) open = true
    if (inner[node.index] === 1 && node.type !== 'global_statement') continue
    for (const name of boundBy(tree, node)) names.add(name)
    if (node.type === 'assignment' && nameOf(tree, field(node, 'left')) === '__all__') listed = listOf(tree, node)
  }
  if (names.has('__getattr__')) open = true
  return { names, open, ...(listed ? { listed } : {}) }
}

function makesNames(tree: SyntaxTree, call: SyntaxNode): boolean {
  const called = nameOf(tree, field(call, 'function'))
  return MAKERS.test(called) || (called === 'setattr' && nameOf(tree, field(call, 'arguments')).includes('sys.modules'))
}

function boundBy(tree: SyntaxTree, node: SyntaxNode): string[] {
  switch (node.type) {
    case 'function_definition':
    case 'class_definition':
    case 'named_expression':
      return [nameOf(tree, field(node, 'name'))]
    case 'assignment':
    case 'augmented_assignment':
    case 'for_statement':
    case 'type_alias_statement':
      return targets(tree, field(node, 'left'))
    case 'as_pattern':
      return targets(tree, field(node, 'alias'))
    case 'global_statement':
      return targets(tree, node)
    case 'case_pattern':
      return node.children.filter(({ type }) => type === 'dotted_name').map((name) => nameOf(tree, name))
    case 'import_statement':
      return fields(node, 'name').map((name) => boundName(tree, name, true))
    case 'import_from_statement':
      return fields(node, 'name').map((name) => boundName(tree, name, false))
    default:
      return []
  }
}

/** `import a.b` binds `a`, and `import a.b as c` binds `c`. */
function boundName(tree: SyntaxTree, name: SyntaxNode, first: boolean): string {
  if (name.type === 'aliased_import') return nameOf(tree, field(name, 'alias'))
  const dotted = dottedName(tree, name)
  return first ? (dotted.split('.')[0] ?? '') : dotted
}

const NO_TARGETS: readonly string[] = ['attribute', 'subscript', 'call']

/** The identifiers of a target of assignment; members of something else are not names of the module. */
function targets(tree: SyntaxTree, node: SyntaxNode | undefined): string[] {
  if (!node) return []
  if (node.type === 'identifier') return [nameOf(tree, node)]
  if (NO_TARGETS.includes(node.type)) return []
  const found: string[] = []
  const nodes = below(tree, node)
  for (let at = 0; at < nodes.length;) {
    const each = nodes[at]
    if (!each) break
    if (each.type === 'identifier') found.push(nameOf(tree, each))
    at += NO_TARGETS.includes(each.type) ? each.next - each.index : 1
  }
  return found
}

function listOf(tree: SyntaxTree, assignment: SyntaxNode): ReadonlySet<string> | undefined {
  const right = field(assignment, 'right')
  if (!right || !['list', 'tuple'].includes(right.type)) return undefined
  const strings = right.children.filter(({ named, type }) => named && type !== 'comment')
  const values = strings.map((each) => stringOf(tree, each))
  return values.includes(undefined) ? undefined : new Set(values.filter((each) => each !== undefined))
}

/** Whether a part of the module runs only if it is started: `if __name__ == "__main__"`. */
function isStartable(tree: SyntaxTree): boolean {
  return tree.nodes[0].children.some((node) => {
    if (node.type !== 'if_statement') return false
    const condition = field(node, 'condition')
    const words = condition ? [...below(tree, condition), condition] : []
    const hasName = words.some((word) => word.type === 'identifier' && nameOf(tree, word) === '__name__')
    return hasName && words.some((word) => stringOf(tree, word) === '__main__')
  })
}

// ---- imports -------------------------------------------------------------------------------------------------------

// Imports of Python.

/** Names of functions that import the module that their first argument names. */
const IMPORTERS: readonly string[] = ['importlib.import_module', 'import_module', '__import__']
const CATCHES = /\b(ImportError|ModuleNotFoundError|Exception|BaseException)\b/
/** Characters of the header of a clause; longer ones are not read. */
const LONGEST_HEADER = 500

function importsOf(tree: SyntaxTree): Import[] {
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
function dottedName(tree: SyntaxTree, node: SyntaxNode | undefined): string {
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
