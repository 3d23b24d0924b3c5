/** The functions and classes of one Python file. */
import { childOf, lineOf, statementsOf, textOf } from '../../../../lib/syntax/outline/nodes.ts'
import type { Parsers } from '../../../../lib/syntax/parse.ts'
import type { SyntaxNode, SyntaxTree } from '../../../../lib/syntax/syntax-tree.ts'
import { visible } from '../marked.ts'

export interface Definition {
  readonly file: string
  /** Such as `Frame.pivot`. */
  readonly name: string
  /** Its first line, or lines. */
  readonly signature: string
  /** The first line of its docstring. */
  readonly about: string
  /** The place of all of it in the file, from 1. */
  readonly lines: readonly [number, number]
}

/** Bounds for one file. */
const MOST_DEFINITIONS = 20_000
const LONGEST_SIGNATURE = 240
const LONGEST_ABOUT = 160
const DEEPEST = 4
/** Nested conditions are read to this depth, so that no file can exhaust the stack. */
const DEEPEST_CONDITION = 20

export async function definitionsOf(file: string, text: string, parsers: Parsers): Promise<Definition[]> {
  const found: Definition[] = []
  const tree = await parsers.parse('python', text)
  collect(tree, tree.nodes[0], { file, above: '', depth: 0 }, found)
  return found
}

interface Place {
  readonly file: string
  readonly above: string
  readonly depth: number
}

/** Statements that may contain definitions of the same level. */
const OPEN: readonly string[] = [
  ...['if_statement', 'elif_clause', 'else_clause', 'try_statement', 'except_clause', 'finally_clause'],
  ...['with_statement', 'block', 'decorated_definition'],
]

function collect(tree: SyntaxTree, node: SyntaxNode, place: Place, found: Definition[], open = 0): void {
  for (const child of node.children) {
    if (OPEN.includes(child.type) && open < DEEPEST_CONDITION) collect(tree, child, place, found, open + 1)
    else if (child.type === 'function_definition' || child.type === 'class_definition') add(tree, child, place, found)
  }
}

function add(tree: SyntaxTree, node: SyntaxNode, { file, above, depth }: Place, found: Definition[]): void {
  const own = textOf(tree, childOf(node, 'name'))
  const body = childOf(node, 'body')
  if (own === '' || !body || found.length > MOST_DEFINITIONS) return
  const name = above === '' ? own : `${above}.${own}`
  const head = tree.text.slice(node.start, Math.min(body.start, node.start + LONGEST_SIGNATURE))
  found.push({
    ...{ file, name },
    signature: visible(head).replace(/\s+/g, ' ').trim(),
    about: docstring(tree, body),
    lines: [lineOf(tree, node), lineOf(tree, node) + tree.text.slice(node.start, node.end).split('\n').length - 1],
  })
  if (node.type === 'class_definition' && depth < DEEPEST)
    collect(tree, body, { file, above: name, depth: depth + 1 }, found)
}

function docstring(tree: SyntaxTree, body: SyntaxNode): string {
  const [first] = statementsOf(body)
  const [only] = first?.type === 'expression_statement' ? first.children : []
  if (only?.type !== 'string') return ''
  const text = tree.text.slice(only.start, Math.min(only.end, only.start + 1000)).replace(/^\w{0,2}("""|'''|"|')/, '')
  const line = text.trim().split('\n')[0] ?? ''
  return visible(line.replace(/("""|'''|"|')$/, '')).slice(0, LONGEST_ABOUT)
}
