import { fencedBlocks, type Block, type Opening } from './fences.ts'
import { filesOf, type RawFile } from './items.ts'
import { looksLikePath } from './paths.ts'

export interface FencedFiles {
  readonly files: readonly RawFile[]
  /** The parts that were left out, one sentence each. */
  readonly notes: readonly string[]
}

/** Reads files from fenced blocks with paths; if there are none, from `<file>` tags, then from separator lines. */
export function fencedFiles(text: string): FencedFiles {
  const blocks = fencedBlocks(text, isFileOrList)
  const files = blocks.flatMap(fileOf)
  if (files.length > 0)
    return { files, notes: blocks.filter((block) => fileOf(block).length === 0).flatMap(unnamedNote) }
  const tagged = taggedFiles(text)
  return { files: tagged.length > 0 ? tagged : separatedFiles(text), notes: [] }
}

/** Characters of a block that a note quotes. */
const LONGEST_QUOTE = 60

function unnamedNote({ content }: Block): string[] {
  if (content.trim() === '') return []
  return [
    `a block without a path was left out: it begins with ${JSON.stringify(content.trim().slice(0, LONGEST_QUOTE))}`,
  ]
}

function isFileOrList({ info, before, begins }: Opening): boolean {
  return pathInInfo(info) !== undefined || pathAbove({ info, before }) !== undefined || LIST.test(begins.trimStart())
}

/** The beginning of a JSON list of files. */
const LIST = /^(?:\{\s*"files"\s*:\s*)?(?:\[\s*)?\{\s*"(?:file|path|filename|file_path)"\s*:/

/** Whether an answer puts its files in blocks with paths. JSON in such a block is the content of a file, not a list of files. */
export function isInBlocks(text: string): boolean {
  const blocks = fencedBlocks(text, isFileOrList)
  const prose = text.slice(0, text.search(/^[ \t]*(?:```|~~~)/m))
  if (/[[{]\s*["{[]/.test(prose) || blocks.some(({ content }) => LIST.test(content.trimStart()))) return false
  const [named, others] = partition(blocks, (block) => fileOf(block).length > 0)
  const listing = others.filter(({ content }) => filesOf(content).length > 0)
  // If the unnamed blocks hold the larger part, the answer is a list with a few extra files after it.
  return named.length > 0 && lengthOf(named) >= lengthOf(listing)
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { content }) => sum + content.length, 0)
}

const SHELL = /^(?:bash|sh|shell|zsh|console|terminal|powershell|cmd|bat)\b/i
const SCRIPT = /\.(?:(?:ba|z)?sh|ps1|cmd|bat)$/i

/** A file named above a block of shell commands is what the commands use, not the path of the block: "Now start **server.js**:". */
function pathAbove({ info, before }: Pick<Block, 'info' | 'before'>): string | undefined {
  const path = pathInLine(before)
  return path !== undefined && SHELL.test(info) && !SCRIPT.test(path) ? undefined : path
}

function fileOf(block: Block): RawFile[] {
  const named = pathInInfo(block.info) ?? pathAbove(block)
  const commented = named === undefined || named === pathInComment(block.content) ? splitPathComment(block) : undefined
  const path = named ?? commented?.path
  if (path === undefined) return []
  const content = commented?.path === path ? commented.content : block.content
  return [{ path, content, ...(block.closed ? {} : { note: 'is cut off: its block has no end' }) }]
}

/** "js src/a.js", "js:src/a.js", "src/a.js", `js title="src/a.js"`, "{filename=src/a.js}". */
function pathInInfo(info: string): string | undefined {
  const attribute = /\b(?:path|file|filename|file_path|title|name)\s*[=:]\s*["']?([^"'\s}]+)/i.exec(info)?.[1]
  if (attribute !== undefined && looksLikePath(attribute)) return attribute
  const words = info.replaceAll(/[{}]/g, ' ').split(/\s+/)
  // A single letter before a slash is a drive.
  const colon = words
    .map((word) => /^(?:[\w+#-]{2,}|[a-z](?=:[^\\/])):(.+)$/i.exec(word)?.[1])
    .find((word) => word !== undefined)
  if (colon !== undefined && looksLikePath(colon)) return colon
  return words.map(bare).find((word) => looksLikePath(word))
}

/** The line before the block: "### `src/a.js`", "**src/a.js**:", "File: src/a.js", "2. src/a.js (the server)". */
function pathInLine(line: string): string | undefined {
  if (line.length > 300) return undefined
  const plain = line.replace(/^(?:[#>*\-\s]|\d+[.)])+/, '')
  const labelled = /^[*_]*(?:file ?name|file ?path|file|path)[*_]*\s*:\s*(\S+)/i.exec(plain)?.[1]
  const quoted = /[`*]{1,2}([^`*\s]+)[`*]{1,2}/.exec(plain)?.[1]
  const [first = '', ...rest] = plain.split(/\s+/)
  const alone = rest.length === 0 || /^[([—–-]/.test(rest.join(' ')) ? first : undefined
  return [labelled, quoted, alone].map((word) => bare(word ?? '')).find((word) => looksLikePath(word))
}

const COMMENT =
  /^\s*(?:\/\/|#|--|;|\/\*|<!--|%)\s*(?:file(?:name|path)?\s*:\s*|path\s*:\s*)?(\S+?)\s*(?:\*\/|-->)?\s*$/i

function pathInComment(content: string): string | undefined {
  const word = COMMENT.exec(firstLine(content))?.[1]
  return word !== undefined && looksLikePath(word) ? word : undefined
}

/** The path that a comment on the first line names, and the content without that line. */
function splitPathComment({ content }: Block): { path: string; content: string } | undefined {
  const path = pathInComment(content)
  return path === undefined ? undefined : { path, content: content.slice(firstLine(content).length + 1) }
}

function firstLine(text: string): string {
  return text.slice(0, Math.max(0, text.indexOf('\n')))
}

/** Strips Markdown and punctuation around a word. */
function bare(word: string): string {
  return word.replace(/^[`*_"'([]+/, '').replace(/[`*_"')\]:,]+$/, '')
}

/** `<file path="src/a.js">…</file>` */
function taggedFiles(text: string): RawFile[] {
  const tags = text.matchAll(
    /<file\s[^>]*?(?:path|name)\s*=\s*["']([^"'\n]{1,300})["'][^>]*>\r?\n?([\s\S]*?)(<\/file>|(?=<file\s)|$)/gi,
  )
  return [...tags].map(([, path = '', content = '', end]) => ({
    path,
    content: content.replace(/^\s*<!\[CDATA\[\r?\n?/, '').replace(/\]\]>\s*$/, ''),
    ...(end === '</file>' ? {} : { note: 'is cut off: its tag has no end' }),
  }))
}

const SEPARATOR = /^\s*(?:-{3,}|={3,}|\*{3,}|#{3,})\s*(?:file\s*:\s*)?(\S+)\s*(?:-{3,}|={3,}|\*{3,}|#{3,})\s*$/i

/** "----- src/a.js -----" above the content of each file. */
function separatedFiles(text: string): RawFile[] {
  const files: { path: string; lines: string[] }[] = []
  for (const line of text.split(/\r?\n/)) {
    const path = SEPARATOR.exec(line)?.[1]
    if (path !== undefined && looksLikePath(path)) files.push({ path, lines: [] })
    else files.at(-1)?.lines.push(line)
  }
  return files.map(({ path, lines }) => ({ path, content: lines.join('\n') }))
}
