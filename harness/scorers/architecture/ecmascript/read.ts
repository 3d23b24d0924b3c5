import type { SyntaxTree, SyntaxNode } from '../../../lib/syntax/syntax-tree.ts'
import { ecmascriptBodies } from '../bodies.ts'
import { MOST_MENTIONS } from '../bounds.ts'
import type { Module, ModuleLanguage, ClassShape } from '../module.ts'
import { scriptsIn } from '../scripts-in-text.ts'
import { stringOf, childOf, field, nameOf, below } from '../tree.ts'
import { importsOf, calledSpecifier, symbolOf } from './imports.ts'
import type { Shapes } from '../python/shapes.ts'

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

// ---- shapes --------------------------------------------------------------------------------------------------------

// Classes and functions of a module of JavaScript or TypeScript.

const CLASSES: readonly string[] = ['class_declaration', 'abstract_class_declaration', 'class', 'interface_declaration']
const FUNCTIONS: readonly string[] = ['function_declaration', 'generator_function_declaration', 'function_signature']
const VALUES: readonly string[] = ['arrow_function', 'function_expression', 'generator_function']
const MEMBERS: readonly string[] = [
  ...['method_definition', 'public_field_definition', 'field_definition'],
  ...['abstract_method_signature', 'method_signature', 'property_signature'],
]

function shapesOf(tree: SyntaxTree): Shapes {
  const classes = new Map<string, ClassShape>()
  const functions = new Set<string>()
  for (const node of tree.nodes) {
    if (CLASSES.includes(node.type) && field(node, 'name'))
      classes.set(nameOf(tree, field(node, 'name')), classShape(tree, node))
    if (FUNCTIONS.includes(node.type)) functions.add(nameOf(tree, field(node, 'name')))
    const value = node.type === 'variable_declarator' ? field(node, 'value') : undefined
    if (!value) continue
    const name = nameOf(tree, field(node, 'name'))
    if (VALUES.includes(value.type)) functions.add(name)
    if (value.type === 'class') classes.set(name, classShape(tree, value))
  }
  return { classes, functions }
}

function classShape(tree: SyntaxTree, node: SyntaxNode): ClassShape {
  const members = field(node, 'body')?.children.filter(({ type }) => MEMBERS.includes(type)) ?? []
  const methods = members.map((member) => nameOf(tree, field(member, 'name') ?? field(member, 'property')))
  return { bases: basesOf(tree, node), methods: new Set(methods) }
}

/** `Base` of `class A extends ns.Base<T>`. */
function basesOf(tree: SyntaxTree, node: SyntaxNode): string[] {
  const heritage = childOf(node, 'class_heritage')
  const clause = heritage && (childOf(heritage, 'extends_clause') ?? heritage)
  const value = clause && (field(clause, 'value') ?? clause.children.find(({ named }) => named))
  return value ? [nameOf(tree, value).split('.').at(-1) ?? ''] : []
}

// ---- exports -------------------------------------------------------------------------------------------------------

// Names that a module of JavaScript or TypeScript exports.

interface Exports {
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

function exportsOf(tree: SyntaxTree): Exports {
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

function declaredNames(tree: SyntaxTree, declaration: SyntaxNode): string[] {
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
