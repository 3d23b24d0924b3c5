import type { Parsers } from '../parse.ts'
import { childOf } from './nodes.ts'

/** The file with the body of each function replaced by one statement. */
export async function stubbed(text: string, statement: string, parsers: Parsers): Promise<string> {
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
