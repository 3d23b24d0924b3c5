import type { SyntaxNode, SyntaxTree } from '../lib/syntax/syntax-tree.ts'

/** A `placeholder` only announces an implementation, such as `raise NotImplementedError`. */
export type Body = 'real' | 'empty' | 'placeholder'

const FUNCTIONS: readonly string[] = [
  ...['function_definition', 'function_declaration', 'function_expression', 'arrow_function'],
  ...['generator_function', 'generator_function_declaration', 'method_definition', 'method_declaration'],
  ...['constructor_declaration', 'lambda_expression', 'func_literal'],
]
const BLOCKS: readonly string[] = ['block', 'statement_block', 'compound_statement', 'constructor_body']
const NOTHING: readonly string[] = ['pass_statement', 'ellipsis', 'empty_statement', ';']
const REFUSALS: readonly string[] = ['raise_statement', 'throw_statement', 'expression_statement']
const REFUSAL = /^(raise|throw|panic\()[^]*(not.?(yet.?)?(implemented|supported)|unsupported|todo|unimplemented)/i

/** A function or method, and its body if that is a block of statements. */
export interface FoundBody {
  readonly node: SyntaxNode
  readonly block: SyntaxNode | undefined
  readonly body: Body
}

/**
 * The bodies of all functions and methods of a text.
 * @param tree A tree without comments
 */
export function bodiesOf(tree: SyntaxTree): Body[] {
  return functionBodies(tree).map(({ body }) => body)
}

/** @param tree A tree without comments */
export function functionBodies({ nodes, text }: SyntaxTree): FoundBody[] {
  return nodes.flatMap((node) => {
    const body = FUNCTIONS.includes(node.type) ? node.children.find(({ field }) => field === 'body') : undefined
    if (body === undefined) return []
    const block = BLOCKS.includes(body.type) ? body : undefined
    return [{ node, block, body: block ? bodyOf(block, text) : 'real' }]
  })
}

export function bodyOf(block: SyntaxNode, text: string): Body {
  const statements = statementsOf(block)
  if (statements.length === 0) return 'empty'
  const isPlaceholder = (statement: SyntaxNode) => doesNothing(statement) || refuses(statement, text)
  return statements.every(isPlaceholder) ? 'placeholder' : 'real'
}

/** Some grammars wrap the statements in a `statement_list`. */
function statementsOf(block: SyntaxNode): readonly SyntaxNode[] {
  return block.children
    .filter(({ named }) => named)
    .flatMap((child) => (child.type === 'statement_list' ? statementsOf(child) : [child]))
}

function doesNothing({ type, children }: SyntaxNode): boolean {
  if (NOTHING.includes(type)) return true
  return type === 'expression_statement' && children.length > 0 && children.every(doesNothing)
}

function refuses({ type, start, end }: SyntaxNode, text: string): boolean {
  return REFUSALS.includes(type) && end - start < MAX_REFUSAL && REFUSAL.test(text.slice(start, end))
}

/** Characters; a longer statement counts as real code. */
const MAX_REFUSAL = 300
