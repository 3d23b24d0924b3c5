import type { SyntaxNode, SyntaxTree } from '../syntax-tree.ts'

/** Small questions about nodes of a syntax tree. */

export function childOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field)
}

export function textOf({ text }: SyntaxTree, node: SyntaxNode | undefined): string {
  return node === undefined ? '' : text.slice(node.start, node.end)
}

/** Offsets of the beginnings of lines. */
const lines = new WeakMap<SyntaxTree, readonly number[]>()

/** From 1. */
export function lineOf(tree: SyntaxTree, { start }: SyntaxNode): number {
  let starts = lines.get(tree)
  if (!starts) {
    starts = [0, ...[...tree.text.matchAll(/\n/g)].map(({ index }) => index + 1)]
    lines.set(tree, starts)
  }
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= start) low = middle
    else high = middle
  }
  return low + 1
}

/** The nodes below a node in document order. Nodes below those of `closed` are left out. Not recursive: code may be nested deeply. */
export function below({ nodes }: SyntaxTree, node: SyntaxNode, closed: readonly string[] = []): SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let index = node.index + 1; index < node.next;) {
    const each = nodes[index]
    if (!each) break
    found.push(each)
    index = closed.includes(each.type) ? each.next : index + 1
  }
  return found
}

/** The statements of a body. */
export function statementsOf(body: SyntaxNode): SyntaxNode[] {
  return body.children.filter(({ named, type }) => named && type !== 'comment')
}
