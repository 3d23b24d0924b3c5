import type { Language, Tree, TreeCursor } from 'web-tree-sitter'

/** A node of a syntax tree. Anonymous nodes are keywords, operators and punctuation. */
export interface SyntaxNode {
  readonly type: string
  readonly named: boolean
  /** Not in the text: the parser inserted it to recover from an error. */
  readonly missing: boolean
  readonly field: string | undefined
  /** Offsets in UTF-16 code units. */
  readonly start: number
  readonly end: number
  readonly children: readonly SyntaxNode[]
  /** Text that the parser skipped, in the parser's notation. */
  readonly unexpected: string | undefined
  /** Its index in `SyntaxTree.nodes`, and that of the first node after its subtree. */
  readonly index: number
  readonly next: number
}

export interface SyntaxTree {
  readonly text: string
  /** Whether the parser had to skip or insert text. */
  readonly hasErrors: boolean
  /** In document order, the root first. */
  readonly nodes: readonly [SyntaxNode, ...SyntaxNode[]]
}

type Growing = SyntaxNode & { children: SyntaxNode[]; next: number }

/** Shared by all leaves, to save memory. */
const NO_CHILDREN: SyntaxNode[] = []

/** Copies a tree out of the parser's memory. Not recursive, because a text can be nested very deeply. */
export function copyTree(tree: Tree, text: string): SyntaxTree {
  const cursor = tree.walk()
  try {
    const copier = new Copier(cursor, tree.language)
    return { text, hasErrors: tree.rootNode.hasError, nodes: copier.copyAll() }
  } finally {
    cursor.delete()
  }
}

class Copier {
  readonly #cursor: TreeCursor
  readonly #language: Language
  /** Cached by type id: asking the parser would take as long as the rest of the copy. */
  readonly #named: boolean[] = []

  constructor(cursor: TreeCursor, language: Language) {
    this.#cursor = cursor
    this.#language = language
  }

  copyAll(): [SyntaxNode, ...SyntaxNode[]] {
    const cursor = this.#cursor
    const root = this.#copy(0)
    const nodes: [SyntaxNode, ...SyntaxNode[]] = [root]
    const path: Growing[] = []
    for (let node = root; ;) {
      if (cursor.gotoFirstChild()) {
        node.children = []
        path.push(node)
      } else {
        while (!cursor.gotoNextSibling()) {
          if (!cursor.gotoParent()) return nodes
          const parent = path.pop()
          if (parent) parent.next = nodes.length
        }
      }
      node = this.#copy(nodes.length)
      nodes.push(node)
      path.at(-1)?.children.push(node)
    }
  }

  #copy(index: number): Growing {
    const cursor = this.#cursor
    const { nodeTypeId, startIndex: start, endIndex: end, currentFieldId } = cursor
    const type = this.#language.types[nodeTypeId] ?? 'ERROR'
    return {
      type,
      named: (this.#named[nodeTypeId] ??= type === 'ERROR' || this.#language.nodeTypeIsNamed(nodeTypeId)),
      missing: start === end && cursor.nodeIsMissing,
      field: this.#language.fields[currentFieldId] ?? undefined,
      start,
      end,
      children: NO_CHILDREN,
      unexpected: type === 'ERROR' ? cursor.currentNode.toString() : undefined,
      index,
      next: index + 1,
    }
  }
}
