import type { SyntaxNode, SyntaxTree } from '../../lib/syntax/syntax-tree.ts'
import { LONGEST_NAME } from './bounds.ts'

export function field({ children }: SyntaxNode, name: string): SyntaxNode | undefined {
  return children.find((child) => child.field === name)
}

export function fields({ children }: SyntaxNode, name: string): SyntaxNode[] {
  return children.filter((child) => child.field === name)
}

export function childOf({ children }: SyntaxNode, type: string): SyntaxNode | undefined {
  return children.find((child) => child.type === type)
}

/** The nodes below a node, in document order. */
export function below({ nodes }: SyntaxTree, { index, next }: SyntaxNode): readonly SyntaxNode[] {
  return nodes.slice(index + 1, next)
}

/** Text of a name. Longer ones are cut: no program has them. */
export function nameOf({ text }: SyntaxTree, node: SyntaxNode | undefined): string {
  return node ? text.slice(node.start, Math.min(node.end, node.start + LONGEST_NAME)) : ''
}

/** The content of a string without interpolation and escapes; undefined for any other. */
export function stringOf(tree: SyntaxTree, node: SyntaxNode | undefined): string | undefined {
  if (!node || !['string', 'template_string'].includes(node.type)) return undefined
  const parts = node.children.filter(({ type }) => type === 'string_content' || type === 'string_fragment')
  const others = node.children.filter(({ named, type }) => named && !STRING_PARTS.includes(type))
  const [content] = parts
  if (others.length > 0 || parts.length > 1) return undefined
  if (!content) return ''
  return content.children.length > 0 ? undefined : nameOf(tree, content)
}

const STRING_PARTS = ['string_start', 'string_content', 'string_end', 'string_fragment']

/** 1 for each node below one of the chosen nodes. */
export function marksBelow({ nodes }: SyntaxTree, chosen: (node: SyntaxNode) => boolean): Uint8Array {
  const marks = new Uint8Array(nodes.length)
  // A chosen node below another one is marked already, so that each node is written once.
  for (const node of nodes) if (marks[node.index] === 0 && chosen(node)) marks.fill(1, node.index + 1, node.next)
  return marks
}

/** Line numbers of offsets in a text, from 1. */
export function linesOf(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (low + 1 < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
