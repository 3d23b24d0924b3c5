import type { SyntaxNode, SyntaxTree } from '../../lib/syntax/syntax-tree.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * The shapes of the root and of every node with children, as numbers. Two shapes are equal if the nodes have the same
 * S-expression in tree-sitter (named nodes and fields, no text).
 */
export function subtreesOf({ nodes }: SyntaxTree, vocabulary: Vocabulary): Int32Array {
  const parts = new Array<Parts>(nodes.length)
  const shapes: number[] = []
  // In reverse order, because children come after their parents.
  for (const node of nodes.toReversed()) {
    const inner = node.children.flatMap((child) => parts[child.index] ?? [])
    const shape = vocabulary.text(`${labelOf(node)}(${inner.map(([field, id]) => `${field}:${id}`).join(' ')}`)
    if (node.index === 0 || node.children.length > 0) shapes.push(shape)
    parts[node.index] = partsInParent(node, shape, inner)
  }
  return Int32Array.from(shapes)
}

/** The contribution of a node to the S-expression of its parent: fields with shapes. */
type Parts = readonly (readonly [field: string, shape: number])[]

/** An anonymous node contributes its named descendants, under its own field if they have none. */
function partsInParent({ named, missing, field = '' }: SyntaxNode, shape: number, inner: Parts): Parts {
  if (named || missing) return [[field, shape]]
  return inner.map(([own, id]) => [own === '' ? field : own, id])
}

function labelOf({ type, named, missing, unexpected, children }: SyntaxNode): string {
  if (unexpected !== undefined && children.length === 0) return unexpected
  return `${missing ? 'MISSING ' : ''}${named ? type : JSON.stringify(type)}`
}
