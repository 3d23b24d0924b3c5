import type { SyntaxTree } from '../../lib/syntax/syntax-tree.ts'

/** Statements of Python 2, which the grammar accepts and Python 3 does not. */
const OLD: readonly string[] = ['print_statement', 'exec_statement']

/** Whether Python 3 could not have parsed the text. */
export function isBroken({ hasErrors, nodes, text }: SyntaxTree): boolean {
  return hasErrors || text.startsWith('\ufeff') || nodes.some(({ type }) => OLD.includes(type))
}

/** The texts of all functions, nested ones also on their own; decorators and asynchronous functions are left out. */
export function functionTexts({ nodes, text }: SyntaxTree): string[] {
  return nodes
    .filter(({ type, children }) => type === 'function_definition' && children[0]?.type !== 'async')
    .map(({ start, end }) => text.slice(start, end))
}

/**
 * The functions of a repository that cannot be parsed, as published: from a `def` at the beginning of a line to the next line that is
 * not indented, be it empty. That line is skipped, even if another function begins there.
 */
export function functionTextsByLines(text: string): string[] {
  const lines = text.split('\n')
  const found: string[] = []
  for (let start = 0; start < lines.length; start += 1) {
    if (lines[start]?.startsWith('def ') !== true) continue
    let end = start + 1
    while (/^[ \t]/.test(lines[end] ?? '')) end += 1
    found.push(lines.slice(start, end).join('\n'))
    start = end
  }
  return found
}
