/** Imports of JavaScript and TypeScript. */
import type { SyntaxNode, SyntaxTree } from '../../../lib/syntax/syntax-tree.ts'
import type { Import } from '../module.ts'
import { childOf, field, fields, linesOf, nameOf, stringOf } from '../tree.ts'

type Named = Pick<Import, 'specifier' | 'symbol' | 'star'>

export function importsOf(tree: SyntaxTree): Import[] {
  const lineOf = linesOf(tree.text)
  const caught = caughtNodes(tree)
  const taken = takenNames(tree)
  return tree.nodes.flatMap((node) => {
    const at = { line: lineOf(node.start), ...(caught[node.index] === 1 ? { optional: true as const } : {}) }
    return namedBy(tree, node, taken).map((found): Import => ({ ...found, ...at }))
  })
}

function namedBy(tree: SyntaxTree, node: SyntaxNode, taken: ReadonlyMap<number, readonly string[]>): Named[] {
  if (node.type === 'import_statement') return importStatement(tree, node)
  if (node.type === 'export_statement') return exportStatement(tree, node)
  if (node.type !== 'call_expression') return []
  const specifier = calledSpecifier(tree, node)
  if (specifier === undefined) return []
  const symbols = taken.get(node.index) ?? []
  return symbols.length === 0 ? [{ specifier }] : symbols.map((symbol) => ({ specifier, symbol }))
}

function importStatement(tree: SyntaxTree, node: SyntaxNode): Named[] {
  const required = childOf(node, 'import_require_clause')
  const specifier = stringOf(tree, field(node, 'source') ?? (required && field(required, 'source')))
  if (specifier === undefined) return []
  const clause = childOf(node, 'import_clause')
  const named = clause?.children.flatMap((child): Named[] => {
    if (child.type === 'identifier') return [{ specifier, symbol: 'default' }]
    if (child.type === 'namespace_import') return [{ specifier }]
    return specifiers(child, 'import_specifier').map((each) => ({
      specifier,
      symbol: symbolOf(tree, field(each, 'name')),
    }))
  })
  return named === undefined || named.length === 0 ? [{ specifier }] : named
}

function exportStatement(tree: SyntaxTree, node: SyntaxNode): Named[] {
  const specifier = stringOf(tree, field(node, 'source'))
  if (specifier === undefined) return []
  const clause = childOf(node, 'export_clause')
  if (clause)
    return specifiers(clause, 'export_specifier').map((each) => ({
      specifier,
      symbol: symbolOf(tree, field(each, 'name')),
    }))
  return [{ specifier, ...(childOf(node, '*') ? { star: true as const } : {}) }]
}

function specifiers({ children }: SyntaxNode, type: string): SyntaxNode[] {
  return children.filter((child) => child.type === type)
}

/** A name that is imported or exported may be a string. */
export function symbolOf(tree: SyntaxTree, node: SyntaxNode | undefined): string {
  return stringOf(tree, node) ?? nameOf(tree, node)
}

/** The literal of `require('…')`, `import('…')` and the like; undefined for any other call. */
export function calledSpecifier(tree: SyntaxTree, call: SyntaxNode): string | undefined {
  const called = field(call, 'function')
  const name = called?.type === 'import' ? 'import' : nameOf(tree, called)
  if (!['import', 'require', 'require.resolve', 'jest.requireActual'].includes(name)) return undefined
  return stringOf(
    tree,
    field(call, 'arguments')?.children.find(({ named, type }) => named && type !== 'comment'),
  )
}

/** Names that are taken at once from the result of a call, by the index of the call. */
function takenNames(tree: SyntaxTree): ReadonlyMap<number, readonly string[]> {
  const taken = new Map<number, readonly string[]>()
  for (const node of tree.nodes) {
    if (node.type === 'variable_declarator') {
      const [name, value] = [field(node, 'name'), field(node, 'value')]
      const call = value && importingCall(value)
      if (call && name?.type === 'object_pattern') taken.set(call.index, keysOf(tree, name))
    }
    if (node.type === 'member_expression') {
      const call = field(node, 'object')
      const property = field(node, 'property')
      if (call?.type === 'call_expression' && property && nameOf(tree, field(call, 'function')) === 'require')
        taken.set(call.index, [nameOf(tree, property)])
    }
  }
  return taken
}

/** The call in `require('…')` and `await import('…')`. */
function importingCall(value: SyntaxNode): SyntaxNode | undefined {
  if (value.type === 'await_expression') return childOf(value, 'call_expression')
  return value.type === 'call_expression' ? value : undefined
}

/** With a rest all names may be meant, so that none is. */
function keysOf(tree: SyntaxTree, pattern: SyntaxNode): string[] {
  if (childOf(pattern, 'rest_pattern')) return []
  return pattern.children.flatMap((child) => {
    if (child.type === 'shorthand_property_identifier_pattern') return [nameOf(tree, child)]
    if (child.type === 'object_assignment_pattern') return [nameOf(tree, field(child, 'left'))]
    const key = child.type === 'pair_pattern' ? field(child, 'key') : undefined
    return key && key.type !== 'computed_property_name' ? [symbolOf(tree, key)] : []
  })
}

/** 1 for nodes in the block of a `try`: `require` of an optional module. */
function caughtNodes(tree: SyntaxTree): Uint8Array {
  const marks = new Uint8Array(tree.nodes.length)
  for (const node of tree.nodes) {
    const body = node.type === 'try_statement' ? fields(node, 'body')[0] : undefined
    if (body && marks[body.index] === 0 && field(node, 'handler')) marks.fill(1, body.index, body.next)
  }
  return marks
}
