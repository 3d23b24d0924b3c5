import type { SyntaxNode } from '../../../lib/syntax/syntax-tree.ts'
import type { Mutation } from './operators.ts'

const BOUNDARIES: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

const EXCHANGED: Readonly<Record<string, string>> = {
  ...{ '==': '!=', '!=': '==', in: 'not in', 'not in': 'in', is: 'is not', 'is not': 'is' },
  ...{ and: 'or', or: 'and' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '//': '*', '%': '*' },
  ...{ '+=': '-=', '-=': '+=', '*=': '/=' },
}

/** Methods that return a changed copy of their object; without the call, the program uses the unchanged object. */
const CHANGING = new Set([
  ...['strip', 'lstrip', 'rstrip', 'lower', 'upper', 'title', 'capitalize', 'casefold', 'replace', 'zfill'],
  ...['ljust', 'rjust', 'expandtabs', 'removeprefix', 'removesuffix', 'translate', 'copy', 'union', 'difference'],
])

/** All mutations of one node of a Python program. */
export function pythonMutationsOf(node: SyntaxNode, text: string): Mutation[] {
  return (RULES[node.type]?.(node, text) ?? []).filter(({ start, end, replacement }) => {
    return text.slice(start, end) !== replacement
  })
}

type Rule = (node: SyntaxNode, text: string) => Mutation[]

/** By the type of the node in the grammar of tree-sitter-python. */
const RULES: Readonly<Partial<Record<string, Rule>>> = {
  comparison_operator: exchanged,
  boolean_operator: exchanged,
  binary_operator: exchanged,
  augmented_assignment: exchanged,
  not_operator: withoutNot,
  expression_statement: withoutCall,
  call: withoutMethod,
  if_statement: otherBranch,
  elif_clause: otherBranch,
  conditional_expression: swapped,
}

function exchanged(node: SyntaxNode, text: string): Mutation[] {
  if (hasText(node)) return []
  return node.children
    .filter(({ type }) => BOUNDARIES[type] !== undefined || EXCHANGED[type] !== undefined)
    .map(({ type, start, end }) => {
      const boundary = BOUNDARIES[type]
      const replacement = boundary ?? EXCHANGED[type] ?? text.slice(start, end)
      return { operator: boundary === undefined ? 'operator' : 'boundary', start, end, replacement }
    })
}

/** Whether `+` joins texts, or `%` fills one: another operator would not be a realistic fault. */
function hasText({ type, children }: SyntaxNode): boolean {
  if (type !== 'binary_operator' && type !== 'augmented_assignment') return false
  return children.some((child) => child.type === 'string' || child.type === 'concatenated_string' || hasText(child))
}

function withoutNot({ start, end, children }: SyntaxNode, text: string): Mutation[] {
  const argument = children.find(({ named }) => named)
  if (!argument) return []
  return [{ operator: 'operator', start, end, replacement: `(${text.slice(argument.start, argument.end)})` }]
}

/** Removes a call that is a statement, so that its side effect is missing. */
function withoutCall({ start, end, children: [inner] }: SyntaxNode): Mutation[] {
  const called = inner?.type === 'await' ? inner.children.find(({ named }) => named) : inner
  return called?.type === 'call' ? [{ operator: 'call', start, end, replacement: 'pass' }] : []
}

function withoutMethod({ start, end, children: [called] }: SyntaxNode, text: string): Mutation[] {
  if (called?.type !== 'attribute') return []
  const [object] = called.children
  const method = called.children.findLast(({ type }) => type === 'identifier')
  if (!object || !method || !CHANGING.has(text.slice(method.start, method.end))) return []
  return [{ operator: 'call', start, end, replacement: text.slice(object.start, object.end) }]
}

/** A branch for type checkers alone never runs. */
const NEVER_RUNS = /\bTYPE_CHECKING\b/

function otherBranch({ children }: SyntaxNode, text: string): Mutation[] {
  const condition = children.find(({ field }) => field === 'condition')
  if (!condition) return []
  const { start, end } = condition
  const old = text.slice(start, end)
  return NEVER_RUNS.test(old) ? [] : [{ operator: 'branch', start, end, replacement: `(not (${old}))` }]
}

/** `yes if condition else no` */
function swapped({ children }: SyntaxNode, text: string): Mutation[] {
  const [yes, , no] = children.filter(({ named, type }) => named && type !== 'comment')
  if (!yes || !no) return []
  const textOf = (each: SyntaxNode) => text.slice(each.start, each.end)
  const replacement = `${textOf(no)}${text.slice(yes.end, no.start)}${textOf(yes)}`
  return [{ operator: 'branch', start: yes.start, end: no.end, replacement }]
}
