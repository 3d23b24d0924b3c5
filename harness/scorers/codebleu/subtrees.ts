import type { SyntaxNode, SyntaxTree } from './syntax-tree.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * The shapes of the root and of every node with children, as numbers: two are equal where the parser would write the nodes as
 * the same S-expression (named nodes and fields, no text).
 */
export function subtreesOf({ nodes }: SyntaxTree, vocabulary: Vocabulary): Int32Array {
  const parts = new Array<Parts>(nodes.length)
  const shapes: number[] = []
  // Children come after their parents, so that from the end every node finds its children done.
  for (const node of nodes.toReversed()) {
    const inner = node.children.flatMap((child) => parts[child.index] ?? [])
    const shape = vocabulary.text(`${labelOf(node)}(${inner.map(([field, id]) => `${field}:${id}`).join(' ')}`)
    if (node.index === 0 || node.children.length > 0) shapes.push(shape)
    parts[node.index] = partsInParent(node, shape, inner)
  }
  return Int32Array.from(shapes)
}

/** What of a node is written inside its parent: fields with shapes. */
type Parts = readonly (readonly [field: string, shape: number])[]

/** Of an anonymous node only what is named in it, under its own field where that has none. */
function partsInParent({ named, missing, field = '' }: SyntaxNode, shape: number, inner: Parts): Parts {
  if (named || missing) return [[field, shape]]
  return inner.map(([own, id]) => [own === '' ? field : own, id])
}

function labelOf({ type, named, missing, unexpected, children }: SyntaxNode): string {
  if (unexpected !== undefined && children.length === 0) return unexpected
  return `${missing ? 'MISSING ' : ''}${named ? type : JSON.stringify(type)}`
}
