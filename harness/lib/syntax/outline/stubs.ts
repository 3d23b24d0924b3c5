import type { Parsers } from '../parse.ts'
import type { SyntaxNode, SyntaxTree } from '../syntax-tree.ts'
import { childOf, textOf } from './nodes.ts'

/** The file with the body of each function replaced by one statement. */
export async function stubBodies(text: string, statement: string, parsers: Parsers): Promise<string> {
  const tree = await parsers.parse('python', text)
  const parts: string[] = []
  let end = 0
  for (const node of tree.nodes) {
    if (node.type !== 'function_definition' || node.start < end) continue
    const body = childOf(node, 'body')
    if (!body) continue
    parts.push(tree.text.slice(end, body.start), statement)
    end = body.end
  }
  return `${parts.join('')}${tree.text.slice(end)}\n`
}

/** Set in `sys` when the functions of a copy no longer do their work: until then, its modules are imported as usual. */
export const COPY_FLAG = 'pe_copy'
/** They make and compare objects, or end blocks: with another result they would take part in the test. */
const UNCHANGED: ReadonlySet<string> = new Set(
  [
    'init',
    'new',
    'post_init',
    'init_subclass',
    'set_name',
    'exit',
    'aexit',
    'eq',
    'ne',
    'lt',
    'le',
    'gt',
    'ge',
    'hash',
    'bool',
  ].map((name) => `__${name}__`),
)
const BOUND: ReadonlySet<string> = new Set(['self', 'cls', 'mcs'])

/**
 * The file with functions that return a value instead of doing their work once the flag is set.
 * @param value An expression; null stands for the first argument: that of a method follows its object
 */
export async function returning(text: string, value: string | null, parsers: Parsers): Promise<string> {
  const tree = await parsers.parse('python', text)
  const parts: string[] = []
  let end = 0
  for (const node of tree.nodes) {
    if (node.type !== 'function_definition' || node.start < end) continue
    const body = childOf(node, 'body')
    const returned = value ?? firstArgument(tree, node)
    if (!body || UNCHANGED.has(textOf(tree, childOf(node, 'name')))) continue
    const line = tree.text.slice(tree.text.lastIndexOf('\n', body.start - 1) + 1, body.start)
    // A function in one line, and a generator, whose value would be an iterator.
    const isReplaced = line.trim() !== '' || /\byield\b/.test(textOf(tree, body))
    const head = `if __import__('sys').__dict__.get('${COPY_FLAG}'): return ${returned}\n${line}`
    parts.push(tree.text.slice(end, body.start), isReplaced ? `return ${returned}` : head + textOf(tree, body))
    end = body.end
  }
  return `${parts.join('')}${tree.text.slice(end)}\n`
}

function firstArgument(tree: SyntaxTree, node: SyntaxNode): string {
  const list = childOf(node, 'parameters')?.children.filter(({ named, type }) => named && type !== 'comment') ?? []
  const names = list.flatMap((each) => [...textOf(tree, each).matchAll(/^(\**)\s*([\p{L}_][\p{L}\p{N}_]*)/gu)])
  const isMethod = BOUND.has(names[0]?.[2] ?? '')
  const first = names[isMethod ? 1 : 0] ?? names[0]
  if (first === undefined) return 'None'
  const [, stars = '', name = ''] = first
  if (stars === '**') return `next(iter(${name}.values()), None)`
  return stars === '*' ? `(${name}[0] if ${name} else None)` : name
}
