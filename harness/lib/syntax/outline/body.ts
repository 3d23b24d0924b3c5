import type { SyntaxNode, SyntaxTree } from '../syntax-tree.ts'
import { below, statementsOf, textOf } from './nodes.ts'
import type { Returning } from './declarations.ts'

/** The nodes by which a language writes bodies of functions. */
export interface BodyWords {
  /** Functions and classes, whose statements are not those of the body around them. */
  readonly closed: readonly string[]
  /** Statements that do nothing. */
  readonly nothing: (statement: SyntaxNode, text: string) => boolean
  /** Statements that raise an error. */
  readonly raising: string
  /** Results that are no value, such as `None`. */
  readonly none: readonly string[]
  /** Results of which it is not known if they are a value. */
  readonly unclear: readonly string[]
}

/** Comments that announce an implementation. */
const ANNOUNCES =
  /\b(?:TODO|FIXME|XXX)\b|\bnot (?:yet )?implemented\b|\bto be implemented\b|\bimplement(?:ation)? (?:here|later|this)\b/i
const REFUSES = /NotImplemented|not[ _]?(?:yet )?implemented|\bTODO\b|unimplemented/i
/** Characters of a statement that is read as a refusal. */
const LONGEST_REFUSAL = 300

/** @returns the reason if the body only announces an implementation */
export function placeholderIn(
  tree: SyntaxTree,
  owner: SyntaxNode,
  body: SyntaxNode,
  words: BodyWords,
): string | undefined {
  const { text } = tree
  const statements = statementsOf(body).filter((statement) => !words.nothing(statement, text))
  const refusal = statements.every((statement) => refuses(statement, text, words))
  const comment = below(tree, owner, words.closed).find(
    (node) => node.type === 'comment' && ANNOUNCES.test(textOf(tree, node).slice(0, LONGEST_REFUSAL)),
  )
  if (statements.length === 0) return comment ? 'its body is only a remark' : 'its body is empty'
  if (refusal) return 'its body only says that it is not implemented'
  const isTrivial =
    statements.length === 1 && statements[0]?.type === 'return_statement' && isPlain(tree, statements[0])
  return comment && isTrivial ? 'its body is a remark and a constant' : undefined
}

function refuses({ type, start, end }: SyntaxNode, text: string, { raising }: BodyWords): boolean {
  return type === raising && end - start < LONGEST_REFUSAL && REFUSES.test(text.slice(start, end))
}

/** Nothing is computed: no name is used. */
function isPlain(tree: SyntaxTree, statement: SyntaxNode): boolean {
  return !below(tree, statement).some(
    ({ type }) => type === 'call' || type === 'call_expression' || type === 'identifier',
  )
}

export function returningOf(tree: SyntaxTree, body: SyntaxNode, words: BodyWords): Returning {
  const nodes = below(tree, body, words.closed)
  if (nodes.some(({ type }) => type === 'yield' || type === 'yield_expression')) return 'value'
  const results = nodes
    .filter(({ type }) => type === 'return_statement')
    .map((node) => node.children.find(({ named, type }) => named && type !== 'comment'))
    .filter((result) => result !== undefined && !words.none.includes(textOf(tree, result)))
  if (results.some((result) => result !== undefined && !words.unclear.includes(result.type))) return 'value'
  if (results.length > 0) return 'unclear'
  return statementsOf(body).at(-1)?.type === words.raising ? 'unclear' : 'nothing'
}
