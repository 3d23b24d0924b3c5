import type { TextFile } from '../../contracts/types.ts'
import { filesText } from '../protocol/describe.ts'

/** Characters of finished files in a prompt. */
const ROOM = 60_000
const MOST_NAMES = 300

const PYTHON = /^\s*(?:@|class\b|(?:async\s+)?def\b|from\b|import\b)|^[A-Za-z_]\w*\s*(?::[^=]{1,100})?=[^=]/
const OTHER =
  /^\s*(?:export|import|class|interface|type|enum|struct|func|function|async function|public|protected|module\.exports|exports\.|#include|package|const \w+ = (?:async )?\()/

/** A file without its bodies: imports, constants, and the heads of classes and functions. */
export function signaturesOf({ path, content }: TextFile): string {
  const isPython = path.endsWith('.py')
  const kept: string[] = []
  let open = false
  for (const line of content.split('\n')) {
    const begins = (isPython ? PYTHON : OTHER).test(line)
    if (!begins && !open) continue
    kept.push(line)
    const isHead: boolean = isPython && (open || /^\s*(?:class|(?:async\s+)?def)\b/.test(line))
    // The head of a function may stand on several lines; it ends with a colon, and perhaps a comment.
    const ends: boolean = !isHead || /:\s*(?:#|$)/.test(line) || /:\s*(?:\.\.\.|pass)\s*$/.test(line)
    open = !ends
  }
  return kept.join('\n')
}

/**
 * Finished files for a prompt: in full as long as there is room, beginning with those of `first`; then as signatures; then by name.
 */
export function finishedText(files: readonly TextFile[], first: readonly string[], room = ROOM): string {
  if (files.length === 0) return '(none yet)'
  const ordered = [
    ...files.filter(({ path }) => first.includes(path)),
    ...files.filter(({ path }) => !first.includes(path)),
  ]
  let left = room
  const shown: TextFile[] = []
  const named: string[] = []
  for (const file of ordered) {
    const short = { path: `${file.path} (signatures)`, content: signaturesOf(file) }
    const fitting = [file, short].find(({ content }) => content.length <= left)
    if (fitting === undefined) named.push(file.path)
    else {
      left -= fitting.content.length
      shown.push(fitting)
    }
  }
  const others = named.length === 0 ? [] : [`Other files: ${named.slice(0, MOST_NAMES).join(', ')}`]
  return [filesText(shown), ...others].join('\n\n')
}
