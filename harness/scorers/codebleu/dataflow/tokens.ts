import type { SyntaxNode, SyntaxTree } from '../syntax-tree.ts'

/** A token, numbered in document order. */
export interface Token {
  readonly index: number
  readonly code: string
}

/** Why a text has no data flow. */
export class NoDataFlow extends Error {}

/** Strings are one token, whatever is in them. */
const WHOLE: readonly string[] = ['string_literal', 'string', 'character_literal']

export function isToken({ type, children }: SyntaxNode): boolean {
  return (children.length === 0 || WHOLE.includes(type)) && type !== 'comment'
}

/** The tokens of a text, found by their place. */
export class Tokens {
  readonly #tree: SyntaxTree
  readonly #byPlace = new Map<number, Token>()

  /** @param codeOf The text of a node, which need not be the right one: the published implementation's is not always */
  constructor(tree: SyntaxTree, codeOf: (node: SyntaxNode) => string) {
    this.#tree = tree
    let count = 0
    for (const node of this.#below(tree.nodes[0])) {
      // Tokens that are not in the text can be at one place: the last one counts.
      this.#byPlace.set(this.#place(node), { index: count, code: codeOf(node) })
      count += 1
    }
  }

  /** @throws NoDataFlow where the node is none of the tokens, but a part of one */
  of(node: SyntaxNode): Token {
    const token = this.#byPlace.get(this.#place(node))
    if (!token) throw new NoDataFlow('a part of a string is no token')
    return token
  }

  /** Names and values below a node: the tokens whose type is not their text, as that of keywords and operators is. */
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

  #place({ start, end }: SyntaxNode): number {
    return start * (this.#tree.text.length + 1) + end
  }
}
