import type { SyntaxNode, SyntaxTree } from '../../lib/syntax/syntax-tree.ts'

const COMMENTS: readonly string[] = ['comment', 'line_comment', 'block_comment', 'html_comment', 'js_comment']
/** Nodes in which a string at the beginning is documentation. */
const DOCUMENTED: readonly string[] = ['module', 'block']

/**
 * Removes comments and, in Python, docstrings from a tree and its text. The positions in the new tree refer to the old text.
 */
export function withoutComments(tree: SyntaxTree): { readonly tree: SyntaxTree; readonly text: string } {
  const comments: SyntaxNode[] = []
  for (const node of tree.nodes) if (COMMENTS.includes(node.type)) comments.push(node)
  for (const node of tree.nodes) comments.push(...documentationOf(node))
  if (comments.length === 0) return { tree, text: tree.text }
  return { tree: prune(tree, comments), text: cut(tree.text, comments) }
}

function documentationOf({ type, children }: SyntaxNode): SyntaxNode[] {
  if (!DOCUMENTED.includes(type)) return []
  const first = children.find((child) => !COMMENTS.includes(child.type))
  const [only, ...others] = first?.type === 'expression_statement' ? first.children : []
  return first && only?.type === 'string' && others.length === 0 ? [first] : []
}

function prune({ nodes, ...tree }: SyntaxTree, roots: readonly SyntaxNode[]): SyntaxTree {
  const removed = new Uint8Array(nodes.length)
  for (const { index, next } of roots) removed.fill(1, index, next)
  removed[0] = 0
  /** New index of each node: the number of kept nodes before it. */
  const newIndex = new Int32Array(nodes.length + 1)
  for (let index = 0; index < nodes.length; index += 1) {
    newIndex[index + 1] = (newIndex[index] ?? 0) + (removed[index] === 0 ? 1 : 0)
  }
  const copies = nodes.map((node) => {
    const children: SyntaxNode[] = []
    return { ...node, children, index: newIndex[node.index] ?? 0, next: newIndex[node.next] ?? 0 }
  })
  for (const { index, children } of nodes) {
    for (const child of children) {
      const copy = copies[child.index]
      if (copy && removed[child.index] === 0) copies[index]?.children.push(copy)
    }
  }
  const [root, ...others] = copies.filter((_, index) => removed[index] === 0)
  return { ...tree, nodes: root ? [root, ...others] : [nodes[0]] }
}

function cut(text: string, nodes: readonly SyntaxNode[]): string {
  const parts: string[] = []
  let end = 0
  for (const node of nodes.toSorted((a, b) => a.start - b.start)) {
    if (node.start < end) continue
    parts.push(text.slice(end, node.start))
    end = node.end
  }
  return [...parts, text.slice(end)].join(' ')
}
