import type { SyntaxNode, SyntaxTree } from '../../../lib/syntax/syntax-tree.ts'
import { firstSeen, normalised, tidy, type Edge, type NameOrder } from './edges.ts'
import { publishedCode } from './published-code.ts'
import { publishedOrder } from './published-order.ts'
import { NoDataFlow, Tokens } from './tokens.ts'
import { Visitor, type Rule } from './visit.ts'

/** The data flow of a text as in the published implementation; empty if that fails on the text. */
export function publishedFlow(tree: SyntaxTree, rule: Rule): string[] {
  return flowOf(tree, rule, publishedCode(tree.text), publishedOrder)
}

/** The data flow of a text; empty if it cannot be determined. */
export function strictFlow(tree: SyntaxTree, rule: Rule): string[] {
  return flowOf(tree, rule, ({ start, end }) => tree.text.slice(start, end), firstSeen)
}

function flowOf(tree: SyntaxTree, rule: Rule, codeOf: (node: SyntaxNode) => string, order: NameOrder): string[] {
  return normalised(tidy(edgesOf(new Tokens(tree, codeOf), tree, rule, order), order))
}

function edgesOf(tokens: Tokens, tree: SyntaxTree, rule: Rule, order: NameOrder): readonly Edge[] {
  try {
    return new Visitor(tokens, rule, order).edgesOf(tree.nodes[0])
  } catch (error) {
    if (error instanceof NoDataFlow) return []
    throw error
  }
}
