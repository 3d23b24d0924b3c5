/** A fenced block of Markdown, with the two places that may hold its path: `info` and `before`. */
export interface Block {
  /** The rest of the line after the opening fence. */
  readonly info: string
  /** The last non-blank line before the fence. */
  readonly before: string
  readonly content: string
  /** False if the text ended before the closing fence. */
  readonly closed: boolean
}

/** The first line of a block, and what it contains. */
export interface Opening {
  readonly info: string
  readonly before: string
  /** The next lines. */
  readonly begins: string
}

const FENCE = /^([ \t]*)(`{3,}|~{3,})([^`]*)$/
const MARKDOWN = /\b(md|markdown|mdx)\b/i

interface Open extends Opening {
  readonly indent: number
  readonly fence: string
}

/**
 * The fenced blocks of a text, in order. An unclosed block extends to the end.
 * @param isFile Whether a block is a file. A file of Markdown contains blocks, and its end is the last fence before the next file
 */
export function fencedBlocks(text: string, isFile: (opening: Opening) => boolean = () => false): Block[] {
  const lines = text.split(/\r?\n/)
  const looks = { left: MOST_LINES }
  const blocks: Block[] = []
  let before = ''
  for (let at = 0; at < lines.length; at += 1) {
    const open = openingAt(lines, at, before)
    if (!open) {
      if (lines[at]?.trim() !== '') before = lines[at]?.trim() ?? ''
      continue
    }
    const isDocument = MARKDOWN.test(open.info) || (!/\S/.test(open.info) && MARKDOWN.test(open.before))
    const end = isDocument ? endOfDocument(lines, at, open, isFile) : endOfCode(lines, at, open, looks)
    blocks.push(blockOf(open, lines.slice(at + 1, end), end !== undefined))
    at = end ?? lines.length
    before = ''
  }
  return blocks
}

/** Lines of a block that tell what it is. */
const FIRST_LINES = 3

function openingAt(lines: readonly string[], at: number, before: string): Open | undefined {
  const match = FENCE.exec(lines[at] ?? '')
  if (!match) return undefined
  const [, indent = '', fence = '', info = ''] = match
  const begins = lines.slice(at + 1, at + 1 + FIRST_LINES).join('\n')
  return { indent: indent.length, fence, info: info.trim(), before, begins }
}

/** As in Markdown, a fence that is indented more than the opening one is part of the block. */
const MOST_INDENT = 3

/** A fence of the same kind in a block: with an info text it only opens. */
function fenceIn(open: Open, line: string): { readonly info: string; readonly isSame: boolean } | undefined {
  const [, indent = '', fence = '', info = ''] = FENCE.exec(line) ?? []
  if (!open.fence.startsWith(fence.charAt(0)) || fence.length < open.fence.length) return undefined
  if (indent.length > open.indent + MOST_INDENT) return undefined
  return { info: info.trim(), isSame: fence.length === open.fence.length }
}

/** The line that closes a block of code. Fences in comments and long strings do not count, if a later one closes the block. */
function endOfCode(lines: readonly string[], start: number, open: Open, looks: Looks): number | undefined {
  const inside = new LongText(looks)
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (fenceIn(open, line)?.info === '') {
      if (!inside.endsLater(lines, at, open)) return at
    } else inside.add(line)
  }
  return undefined
}

/** Lines that may be looked at ahead in one text: each look takes as long as the text, and attacks need many. */
const MOST_LINES = 2_000_000

interface Looks {
  /** Lines. */
  left: number
}

/** Follows comments and strings of several lines. */
class LongText {
  #end: string | undefined
  readonly #looks: Looks

  constructor(looks: Looks) {
    this.#looks = looks
  }

  add(line: string): void {
    for (const [mark] of line.matchAll(/"""|'''|\/\*|\*\/|<!--|-->/g)) {
      if (this.#end === undefined) this.#end = ENDS[mark]
      else if (mark === this.#end) this.#end = undefined
    }
  }

  /** Whether it ends after this line, and the block ends after that, before another block begins. */
  endsLater(lines: readonly string[], at: number, open: Open): boolean {
    if (this.#end === undefined) return false
    let hasEnded = false
    for (let next = at + 1; next < lines.length && this.#looks.left > 0; next += 1) {
      this.#looks.left -= 1
      const line = lines[next] ?? ''
      const fence = fenceIn(open, line)
      if (hasEnded && fence) return fence.info === ''
      hasEnded ||= !fence && line.includes(this.#end)
    }
    return false
  }
}

const ENDS: Readonly<Record<string, string>> = { '"""': '"""', "'''": "'''", '/*': '*/', '<!--': '-->' }

/** The line that closes a block of Markdown, which may contain blocks with fences of the same length. */
function endOfDocument(
  lines: readonly string[],
  start: number,
  open: Open,
  isFile: (opening: Opening) => boolean,
): number | undefined {
  const isNamed = isFile(open)
  const closing: number[] = []
  let depth = 0
  let before = ''
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const fence = fenceIn(open, line)
    if (fence && fence.info !== '') {
      const next = openingAt(lines, at, before)
      // An odd number of fences closes the document, and all blocks that have no name.
      if (closing.length % 2 === 1 && next && isFile(next)) break
      if (fence.isSame) depth += 1
    } else if (fence && depth > 0) depth -= 1
    else if (fence) {
      if (!isNamed) return at
      closing.push(at)
    }
    if (line.trim() !== '') before = line.trim()
  }
  return closing.at(-1)
}

function blockOf({ indent, info, before }: Open, lines: readonly string[], closed: boolean): Block {
  const content = lines.map((line) => withoutIndent(line, indent)).join('\n')
  return { info, before, content: content === '' ? '' : `${content}\n`, closed }
}

function withoutIndent(line: string, indent: number): string {
  const blanks = /^[ \t]*/.exec(line)?.[0].length ?? 0
  return line.slice(Math.min(indent, blanks))
}
