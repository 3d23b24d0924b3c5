import type { SyntaxNode } from '../syntax-tree.ts'

/**
 * The text of nodes as the published implementation cuts it out of the lines: columns are counted in bytes of UTF-8 and used as
 * if they were characters, so that right of a character outside of ASCII all is shifted. Line ends are left out.
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
  /** Of its first character, in units of UTF-16. */
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

/** The last line that begins at or before a place. */
function lineAt(lines: readonly Line[], place: number): number {
  let [low, high] = [0, lines.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle]?.begin ?? Infinity) <= place) low = middle
    else high = middle - 1
  }
  return low
}

function bytesBefore({ begin, text }: Line, place: number): number {
  return Buffer.byteLength(text.slice(0, place - begin))
}
