/** Names that a module of JavaScript or TypeScript exports. */
import type { SyntaxNode, SyntaxTree } from '../../../lib/syntax/syntax-tree.ts'
import { below, childOf, field, nameOf, stringOf } from '../tree.ts'
import { calledSpecifier, symbolOf } from './imports.ts'

export interface Exports {
  readonly names: ReadonlySet<string>
  readonly stars: readonly string[]
  readonly open: boolean
  readonly esm: boolean
}

class Found {
  readonly names = new Set<string>()
  readonly stars: string[] = []
  open = false
  esm = false
}

export function exportsOf(tree: SyntaxTree): Exports {
  const found = new Found()
  for (const node of tree.nodes) {
    if (node.type === 'export_statement') exported(tree, node, found)
    if (node.type === 'import_statement') found.esm = true
    if (node.type === 'assignment_expression') assigned(tree, node, found)
    if (node.type === 'call_expression') called(tree, node, found)
  }
  return found
}

function exported(tree: SyntaxTree, node: SyntaxNode, found: Found): void {
  found.esm = true
  const { names } = found
  const source = stringOf(tree, field(node, 'source'))
  const clause = childOf(node, 'export_clause')
  for (const each of clause?.children ?? [])
    if (each.type === 'export_specifier') names.add(symbolOf(tree, field(each, 'alias') ?? field(each, 'name')))
  const namespace = childOf(node, 'namespace_export')
  if (namespace)
    names.add(
      symbolOf(
        tree,
        namespace.children.find(({ named }) => named),
      ),
    )
  if (source !== undefined && childOf(node, '*')) found.stars.push(source)
  if (childOf(node, 'default')) names.add('default')
  // `export = value` of TypeScript: its members are the names.
  if (childOf(node, '=')) found.open = true
  const declaration = field(node, 'declaration')
  if (declaration && !childOf(node, 'default')) for (const name of declaredNames(tree, declaration)) names.add(name)
}

const VARIABLES: readonly string[] = ['lexical_declaration', 'variable_declaration']

export function declaredNames(tree: SyntaxTree, declaration: SyntaxNode): string[] {
  const { type, children } = declaration
  if (type === 'ambient_declaration') {
    const inner = children.find(({ named }) => named)
    return inner ? declaredNames(tree, inner) : []
  }
  if (!VARIABLES.includes(type)) {
    const name = field(declaration, 'name')
    return name ? [nameOf(tree, name)] : []
  }
  return children
    .filter((child) => child.type === 'variable_declarator')
    .flatMap((declarator) => {
      const name = field(declarator, 'name')
      return name ? patternNames(tree, name) : []
    })
}

const BOUND: readonly string[] = ['identifier', 'shorthand_property_identifier_pattern']

function patternNames(tree: SyntaxTree, pattern: SyntaxNode): string[] {
  if (pattern.type === 'identifier') return [nameOf(tree, pattern)]
  return below(tree, pattern).flatMap((node) => (BOUND.includes(node.type) ? [nameOf(tree, node)] : []))
}

/** `module.exports = …`, `exports.a = …`, `module.exports.a = …`. */
function assigned(tree: SyntaxTree, node: SyntaxNode, found: Found): void {
  const [left, right] = [field(node, 'left'), field(node, 'right')]
  const target = nameOf(tree, left)
  if (target === 'module.exports' || target === 'exports') {
    if (right) exportedValue(tree, right, found)
  } else if (left?.type === 'member_expression') {
    const object = nameOf(tree, field(left, 'object'))
    if (object === 'module.exports' || object === 'exports') found.names.add(nameOf(tree, field(left, 'property')))
  } else if (/^(module\.)?exports\s*\[/.test(target)) found.open = true
}

function exportedValue(tree: SyntaxTree, value: SyntaxNode, found: Found): void {
  found.names.add('default')
  const required = value.type === 'call_expression' ? calledSpecifier(tree, value) : undefined
  if (required !== undefined) found.stars.push(required)
  // `module.exports = exports = …` exports the value of the inner assignment, which has its own node.
  else if (value.type === 'object') objectKeys(tree, value, found)
  else if (value.type !== 'assignment_expression') found.open = true
}

function objectKeys(tree: SyntaxTree, object: SyntaxNode, found: Found): void {
  for (const child of object.children) {
    if (child.type === 'shorthand_property_identifier') found.names.add(nameOf(tree, child))
    if (child.type === 'method_definition') found.names.add(symbolOf(tree, field(child, 'name')))
    if (child.type === 'pair') {
      const key = field(child, 'key')
      if (key?.type === 'computed_property_name') found.open = true
      else found.names.add(symbolOf(tree, key))
    }
    if (child.type === 'spread_element') {
      const call = childOf(child, 'call_expression')
      const required = call && calledSpecifier(tree, call)
      if (required === undefined) found.open = true
      else found.stars.push(required)
    }
  }
}

/** Calls that get the object of exports can give it any name. */
function called(tree: SyntaxTree, call: SyntaxNode, found: Found): void {
  const values = field(call, 'arguments')?.children.filter(({ named }) => named) ?? []
  const [first, second] = values
  const isExports = (node: SyntaxNode | undefined) => ['exports', 'module.exports'].includes(nameOf(tree, node))
  if (!values.some(isExports)) return
  const name = nameOf(tree, field(call, 'function'))
  const property = stringOf(tree, second)
  if (name === 'Object.defineProperty' && isExports(first) && property !== undefined) {
    if (property === '__esModule') found.esm = true
    else found.names.add(property)
  } else if (name === 'Object.assign' && isExports(first) && second?.type === 'object') objectKeys(tree, second, found)
  else found.open = true
}
