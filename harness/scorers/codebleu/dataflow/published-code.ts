import type { SyntaxNode } from '../../../lib/syntax/syntax-tree.ts'

/**
 * The text of nodes as the published implementation extracts it: it uses columns in UTF-8 bytes as character indices, so
 * everything after a non-ASCII character on a line is shifted. Line ends are omitted.
 */
export function publishedCode(text: string): (node: SyntaxNode) => string {
  if (/^[\0-\x7f]*$/.test(text)) return ({ start, end }) => text.slice(start, end).replaceAll('\n', '')
  const lines = linesOf(text)
  return ({ start, end }) => {
    const first = lineAt(lines, start)
    const last = lineAt(lines, end)
    const parts: string[] = []
    for (let number = first; number <= last; number += 1) {
      const line = lines[number]
      if (!line) continue
      const from = number === first ? bytesBefore(line, start) : 0
      const to = number === last ? bytesBefore(line, end) : line.characters.length
      parts.push(line.characters.slice(from, to).join(''))
    }
    return parts.join('')
  }
}

interface Line {
  /** Offset of its first character, in UTF-16 code units. */
  readonly begin: number
  readonly text: string
  /** Code points. */
  readonly characters: readonly string[]
}

function linesOf(text: string): Line[] {
  let begin = 0
  return text.split('\n').map((line) => {
    const entry = { begin, text: line, characters: Array.from(line) }
    begin += line.length + 1
    return entry
  })
}

/** The last line that begins at or before an offset. */
function lineAt(lines: readonly Line[], offset: number): number {
  let [low, high] = [0, lines.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle]?.begin ?? Infinity) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

function bytesBefore({ begin, text }: Line, offset: number): number {
  return Buffer.byteLength(text.slice(0, offset - begin))
}
