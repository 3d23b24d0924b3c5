import type { SyntaxNode, SyntaxTree } from '../../../lib/syntax/syntax-tree.ts'

/** A token, numbered in document order. */
export interface Token {
  readonly index: number
  readonly code: string
}

/** Why a text has no data flow. */
export class NoDataFlow extends Error {}

/** Nodes that count as one token, with all their children. */
const WHOLE: readonly string[] = ['string_literal', 'string', 'character_literal']

export function isToken({ type, children }: SyntaxNode): boolean {
  return (children.length === 0 || WHOLE.includes(type)) && type !== 'comment'
}

/** The tokens of a text, by position. */
export class Tokens {
  readonly #tree: SyntaxTree
  readonly #byPosition = new Map<number, Token>()

  /** @param codeOf Returns the text of a node; that of the published implementation is sometimes wrong */
  constructor(tree: SyntaxTree, codeOf: (node: SyntaxNode) => string) {
    this.#tree = tree
    let count = 0
    for (const node of this.#below(tree.nodes[0])) {
      // Missing tokens are empty, and several can be at one position; the last one counts.
      this.#byPosition.set(this.#positionOf(node), { index: count, code: codeOf(node) })
      count += 1
    }
  }

  /** @throws NoDataFlow if the node is only a part of a token */
  of(node: SyntaxNode): Token {
    const token = this.#byPosition.get(this.#positionOf(node))
    if (!token) throw new NoDataFlow('a part of a string is not a token')
    return token
  }

  /** Names and values below a node: all tokens except keywords and operators, whose type is their text. */
  variables(node: SyntaxNode): Token[] {
    const found: Token[] = []
    for (const each of this.#below(node)) {
      const token = this.of(each)
      if (token.code !== each.type) found.push(token)
    }
    return found
  }

  *#below(node: SyntaxNode): Generator<SyntaxNode> {
    for (let index = node.index; index < node.next;) {
      const each = this.#tree.nodes[index]
      if (!each) return
      const token = isToken(each)
      if (token) yield each
      index = token ? each.next : index + 1
    }
  }

  #positionOf({ start, end }: SyntaxNode): number {
    return start * (this.#tree.text.length + 1) + end
  }
}
