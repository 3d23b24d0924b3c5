import type { SyntaxNode, SyntaxTree } from './syntax-tree.ts'

const COMMENTS: readonly string[] = ['comment', 'line_comment', 'block_comment', 'html_comment', 'js_comment']
/** What a string at the begin of which documents it. */
const DOCUMENTED: readonly string[] = ['module', 'block']

/**
 * A tree without its comments and, in Python, without documentation; and its text without them, which no place of the tree
 * leads into any more.
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
  const gone = new Uint8Array(nodes.length)
  for (const { index, next } of roots) gone.fill(1, index, next)
  gone[0] = 0
  /** For each old place, how many nodes before it stay: their new place. */
  const place = new Int32Array(nodes.length + 1)
  for (let index = 0; index < nodes.length; index += 1) {
    place[index + 1] = (place[index] ?? 0) + (gone[index] === 0 ? 1 : 0)
  }
  const copies = nodes.map((node) => {
    const children: SyntaxNode[] = []
    return { ...node, children, index: place[node.index] ?? 0, next: place[node.next] ?? 0 }
  })
  for (const { index, children } of nodes) {
    for (const child of children) {
      const copy = copies[child.index]
      if (copy && gone[child.index] === 0) copies[index]?.children.push(copy)
    }
  }
  const [root, ...others] = copies.filter((_, index) => gone[index] === 0)
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
