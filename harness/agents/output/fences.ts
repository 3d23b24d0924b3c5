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

const OPENING = /^([ \t]*)(`{3,}|~{3,})([^`]*)$/
const MARKDOWN = /\b(md|markdown|mdx)\b/i

interface Open {
  readonly indent: string
  readonly fence: string
  readonly info: string
  readonly before: string
  readonly lines: string[]
  /** Open nested fences: a block of Markdown may contain blocks with fences of the same length. */
  depth: number
}

/** The fenced blocks of a text, in order. An unclosed block extends to the end. */
export function fencedBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let before = ''
  let open: Open | undefined
  for (const line of text.split(/\r?\n/)) {
    if (!open) {
      open = openingOf(line, before)
      if (line.trim() !== '') before = line.trim()
    } else if (closes(open, line)) {
      blocks.push(blockOf(open, true))
      open = undefined
      before = ''
    } else {
      open.lines.push(line)
    }
  }
  if (open) blocks.push(blockOf(open, false))
  return blocks
}

function openingOf(line: string, before: string): Open | undefined {
  const match = OPENING.exec(line)
  if (!match) return undefined
  const [, indent = '', fence = '', info = ''] = match
  return { indent, fence, info: info.trim(), before, lines: [], depth: 0 }
}

function closes(open: Open, line: string): boolean {
  const match = OPENING.exec(line)
  const [, , fence = '', info = ''] = match ?? []
  if (!match || !open.fence.startsWith(fence.charAt(0)) || fence.length < open.fence.length) return false
  if (info.trim() !== '') {
    if (MARKDOWN.test(open.info) && fence.length === open.fence.length) open.depth += 1
    return false
  }
  if (open.depth === 0) return true
  open.depth -= 1
  return false
}

function blockOf({ indent, info, before, lines }: Open, closed: boolean): Block {
  const content = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n')
  return { info, before, content: content === '' ? '' : `${content}\n`, closed }
}
