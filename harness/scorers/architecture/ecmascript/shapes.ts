/** Classes and functions of a module of JavaScript or TypeScript. */
import type { SyntaxNode, SyntaxTree } from '../../../lib/syntax/syntax-tree.ts'
import type { ClassShape } from '../module.ts'
import type { Shapes } from '../python/shapes.ts'
import { childOf, field, nameOf } from '../tree.ts'

const CLASSES: readonly string[] = ['class_declaration', 'abstract_class_declaration', 'class', 'interface_declaration']
const FUNCTIONS: readonly string[] = ['function_declaration', 'generator_function_declaration', 'function_signature']
const VALUES: readonly string[] = ['arrow_function', 'function_expression', 'generator_function']
const MEMBERS: readonly string[] = [
  ...['method_definition', 'public_field_definition', 'field_definition'],
  ...['abstract_method_signature', 'method_signature', 'property_signature'],
]

export function shapesOf(tree: SyntaxTree): Shapes {
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
