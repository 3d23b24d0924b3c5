import type { SyntaxNode, SyntaxTree } from '../../lib/syntax/syntax-tree.ts'
import type { Vocabulary } from '../codebleu/vocabulary.ts'

/** Leaves that are part of a shape; all others are left out. */
const SHOWN_LEAVES: ReadonlySet<string> = new Set([
  ...['identifier', 'string_content', 'string_end', 'string_start', 'block'],
])

/** The shape of a node down to three levels, as numbers that are equal if the shapes are. */
export interface Shape {
  /** The node alone, with its children, and with its grandchildren. */
  readonly levels: readonly [number, number, number]
  readonly isShown: boolean
  /** Whether a child is part of the shape. */
  readonly hasParts: boolean
}

/** The shapes of all nodes, by index. Identifiers and literals count by their type only. */
export function shapesOf({ nodes }: SyntaxTree, vocabulary: Vocabulary): Shape[] {
  const shapes = new Array<Shape>(nodes.length)
  // In reverse order, because children come after their parents.
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const node = nodes[index]
    if (node) shapes[index] = shapeOf(node, shapes, vocabulary)
  }
  return shapes
}

function shapeOf({ type, children }: SyntaxNode, shapes: readonly Shape[], vocabulary: Vocabulary): Shape {
  const own = vocabulary.text(`shape ${type}`)
  let [two, three, hasParts] = [own, own, false]
  for (const child of children) {
    const shape = shapes[child.index]
    if (!shape?.isShown) continue
    hasParts = true
    const field = vocabulary.text(`field ${child.field ?? ''}`)
    two = vocabulary.pair(vocabulary.pair(two, field), shape.levels[0])
    three = vocabulary.pair(vocabulary.pair(three, field), shape.levels[1])
  }
  return { levels: [own, two, three], isShown: children.length > 0 || SHOWN_LEAVES.has(type), hasParts }
}
