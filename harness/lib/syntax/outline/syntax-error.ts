import type { SyntaxTree } from '../syntax-tree.ts'
import type { SyntaxError } from './declarations.ts'
import { lineOf } from './nodes.ts'

const LONGEST = 60

/** The first place that the parser had to skip or to complete. */
export function firstError(tree: SyntaxTree): SyntaxError | undefined {
  if (!tree.hasErrors) return undefined
  const node = tree.nodes.find(({ type, missing }) => missing || type === 'ERROR')
  if (!node) return { line: 1, near: '' }
  const found = tree.text.slice(node.start, Math.min(node.end, node.start + LONGEST)).split('\n')[0] ?? ''
  return { line: lineOf(tree, node), near: node.missing ? `a missing ${node.type}` : found.trim() }
}
