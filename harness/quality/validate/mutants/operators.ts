import type { SyntaxNode } from '../../../lib/syntax/syntax-tree.ts'

/** Mutation operators: the classical ones (Offutt et al., "An experimental determination of sufficient mutant operators",
 * ACM TOSEM 5, 1996), and the removal of calls. */
export const OPERATORS = ['operator', 'boundary', 'call', 'branch'] as const
export type Operator = (typeof OPERATORS)[number]

/** A change of a text: replaces the range from `start` to `end` (in UTF-16 code units). */
export interface Mutation {
  readonly operator: Operator
  readonly start: number
  readonly end: number
  readonly replacement: string
}

const BOUNDARIES: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

const EXCHANGED: Readonly<Record<string, string>> = {
  ...{ '===': '!==', '!==': '===', '==': '!=', '!=': '==' },
  ...{ '&&': '||', '||': '&&', '??': '&&' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' },
  ...{ '+=': '-=', '-=': '+=', '*=': '/=', '++': '--', '--': '++' },
}

/** Methods that return a changed copy of their object; without the call, the program uses the unchanged object. */
const CHANGING = new Set([
  ...['trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase', 'normalize', 'replace', 'replaceAll', 'padStart'],
  ...['slice', 'filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'concat', 'flat'],
])

/** All mutations of one node of a JavaScript program. */
export function mutationsOf(node: SyntaxNode, text: string): Mutation[] {
  return (RULES[node.type]?.(node, text) ?? []).filter(({ start, end, replacement }) => {
    return text.slice(start, end) !== replacement
  })
}

type Rule = (node: SyntaxNode, text: string) => Mutation[]

/** By the type of the node in the grammar of tree-sitter-javascript. */
const RULES: Readonly<Partial<Record<string, Rule>>> = {
  binary_expression: exchanged,
  augmented_assignment_expression: exchanged,
  update_expression: exchanged,
  unary_expression: withoutNot,
  expression_statement: withoutCall,
  call_expression: withoutMethod,
  if_statement: otherBranch,
  ternary_expression: swapped,
}

function exchanged(node: SyntaxNode): Mutation[] {
  const sign = node.children.find(({ named }) => !named)
  if (!sign) return []
  const boundary = BOUNDARIES[sign.type]
  const { start, end } = sign
  if (boundary !== undefined) return [{ operator: 'boundary', start, end, replacement: boundary }]
  const replacement = EXCHANGED[sign.type]
  if (replacement === undefined || (sign.type.startsWith('+') && joinsText(node))) return []
  return [{ operator: 'operator', start, end, replacement }]
}

/** Whether `+` joins strings: a subtraction of strings would not be a realistic fault. */
function joinsText(node: SyntaxNode): boolean {
  if (node.type === 'update_expression') return false
  return node.children.some(
    (child) =>
      child.type === 'string' ||
      child.type === 'template_string' ||
      (child.type === 'binary_expression' && joinsText(child)),
  )
}

function withoutNot(node: SyntaxNode, text: string): Mutation[] {
  const [sign, argument] = node.children
  if (sign?.type !== '!' || !argument) return []
  const { start, end } = node
  return [{ operator: 'operator', start, end, replacement: text.slice(argument.start, argument.end) }]
}

/** Removes a call that is a statement, so that its side effect is missing. */
function withoutCall({ start, end, children: [inner] }: SyntaxNode): Mutation[] {
  const called = inner?.type === 'await_expression' ? inner.children.find(({ named }) => named) : inner
  return called?.type === 'call_expression' ? [{ operator: 'call', start, end, replacement: ';' }] : []
}

function withoutMethod({ start, end, children: [called] }: SyntaxNode, text: string): Mutation[] {
  if (called?.type !== 'member_expression') return []
  const [object] = called.children
  const method = called.children.find(({ field }) => field === 'property')
  if (!object || !method || !CHANGING.has(text.slice(method.start, method.end))) return []
  return [{ operator: 'call', start, end, replacement: text.slice(object.start, object.end) }]
}

function otherBranch(node: SyntaxNode, text: string): Mutation[] {
  const condition = node.children.find(({ field }) => field === 'condition')
  if (!condition) return []
  const { start, end } = condition
  return [{ operator: 'branch', start, end, replacement: `(!${text.slice(start, end)})` }]
}

function swapped(node: SyntaxNode, text: string): Mutation[] {
  const part = (name: string) => node.children.find(({ field }) => field === name)
  const [yes, no] = [part('consequence'), part('alternative')]
  if (!yes || !no) return []
  const textOf = (each: SyntaxNode) => text.slice(each.start, each.end)
  const replacement = `${textOf(no)}${text.slice(yes.end, no.start)}${textOf(yes)}`
  return [{ operator: 'branch', start: yes.start, end: no.end, replacement }]
}
