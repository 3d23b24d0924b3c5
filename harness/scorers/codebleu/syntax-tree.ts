import type { Language, Tree, TreeCursor } from 'web-tree-sitter'

/** A node of a parsed text. Anonymous ones are keywords, operators and punctuation. */
export interface SyntaxNode {
  readonly type: string
  readonly named: boolean
  /** Not in the text: the parser took it to be there so that it could go on. */
  readonly missing: boolean
  readonly field: string | undefined
  /** Units of UTF-16 from the begin of the text. */
  readonly start: number
  readonly end: number
  readonly children: readonly SyntaxNode[]
  /** Text that the parser could not use and has skipped, as the parser itself writes it. */
  readonly unexpected: string | undefined
  /** Its place in `SyntaxTree.nodes`, and that of the first node which is not below it any more. */
  readonly index: number
  readonly next: number
}

export interface SyntaxTree {
  readonly text: string
  /** Whether the parser had to skip text, or to take some to be there. */
  readonly hasErrors: boolean
  /** In document order, the root first. */
  readonly nodes: readonly [SyntaxNode, ...SyntaxNode[]]
}

type Growing = SyntaxNode & { children: SyntaxNode[]; next: number }

/** Shared by all leaves, which most nodes are. */
const NO_CHILDREN: SyntaxNode[] = []

/** Copies a tree out of the parser's memory. Without recursion: a text can be nested as deep as it is long. */
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
  /** By number of the type; asking the parser for it would cost as much as all else. */
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
