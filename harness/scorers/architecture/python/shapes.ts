/** Classes and functions of a module of Python. */
import type { SyntaxNode, SyntaxTree } from '../../../lib/syntax/syntax-tree.ts'
import type { ClassShape } from '../module.ts'
import { field, nameOf } from '../tree.ts'

export interface Shapes {
  readonly classes: ReadonlyMap<string, ClassShape>
  readonly functions: ReadonlySet<string>
}

/** Of the whole file, so that definitions under a condition count; a function inside of another one does not. */
export function shapesOf(tree: SyntaxTree): Shapes {
  const classes = new Map<string, ClassShape>()
  const functions = new Set<string>()
  const { nodes } = tree
  for (let index = 0; index < nodes.length;) {
    const node = nodes[index]
    if (!node) break
    if (node.type === 'function_definition') functions.add(nameOf(tree, field(node, 'name')))
    if (node.type === 'class_definition') classes.set(nameOf(tree, field(node, 'name')), classShape(tree, node))
    index = node.type === 'function_definition' || node.type === 'class_definition' ? node.next : index + 1
  }
  return { classes, functions }
}

/** Names that are assigned in the body of the class count as methods, because a lambda or a decorator can make one. */
function classShape(tree: SyntaxTree, node: SyntaxNode): ClassShape {
  const methods = new Set<string>()
  const { nodes } = tree
  const body = field(node, 'body')
  for (let index = body?.index ?? node.next; index < (body?.next ?? 0);) {
    const each = nodes[index]
    if (!each) break
    const inner = each.type === 'function_definition' || each.type === 'class_definition'
    if (inner) methods.add(nameOf(tree, field(each, 'name')))
    if (each.type === 'assignment') methods.add(nameOf(tree, field(each, 'left')))
    index = inner || each.type === 'assignment' ? each.next : index + 1
  }
  return { bases: basesOf(tree, node), methods }
}

/** The last part of each base: `Base` of `models.Base`. */
export function basesOf(tree: SyntaxTree, node: SyntaxNode): string[] {
  const bases = field(node, 'superclasses')?.children.filter(({ named }) => named) ?? []
  return bases.flatMap((base) => {
    if (base.type === 'identifier' || base.type === 'attribute') return [nameOf(tree, base).split('.').at(-1) ?? '']
    if (base.type === 'subscript') return [nameOf(tree, field(base, 'value')).split('.').at(-1) ?? '']
    return base.type === 'keyword_argument' ? [nameOf(tree, field(base, 'value')).split('.').at(-1) ?? ''] : []
  })
}
