import type { Facts } from '../contracts/schema.ts'
import type { WorkFile } from '../contracts/types.ts'
import { bodiesOf, type Body } from './bodies.ts'
import { withoutComments } from './codebleu/comments.ts'
import { languageOf } from './codebleu/languages.ts'
import type { Parsers } from '../lib/syntax/parse.ts'
import type { SyntaxTree } from '../lib/syntax/syntax-tree.ts'
import { isBlank, splitOnWhitespace } from './codebleu/whitespace.ts'
import { isText, textOf } from './texts.ts'

/** Static facts about a project. */
export async function factsOf(files: readonly WorkFile[], parsers: Parsers): Promise<Facts> {
  const languages = new Map<string, Facts['languages'][number]>()
  const bodies = { total: 0, empty: 0, placeholder: 0 }
  const leftOut: Facts['leftOut'] = []
  for (const file of files) {
    const text = textOf(file)
    if (!isText(text)) {
      leftOut.push({ path: text.path, reason: text.reason })
      continue
    }
    const { name, grammar } = languageOf(text.path)
    const found = grammar === undefined ? plain(text.text) : inTree(await parsers.parse(grammar, text.text))
    const sum = languages.get(name) ?? { language: name, files: 0, lines: 0, tokens: 0 }
    languages.set(name, {
      ...{ language: name, files: sum.files + 1 },
      ...{ lines: sum.lines + found.lines, tokens: sum.tokens + found.tokens },
    })
    for (const body of found.bodies) {
      bodies.total += 1
      if (body !== 'real') bodies[body] += 1
    }
  }
  return {
    files: files.length,
    bytes: files.reduce((bytes, { content }) => bytes + (content === null ? 0 : Buffer.byteLength(content)), 0),
    languages: [...languages.values()].toSorted((a, b) => b.lines - a.lines),
    bodies,
    leftOut,
  }
}

interface Found {
  readonly lines: number
  readonly tokens: number
  readonly bodies: readonly Body[]
}

function inTree(tree: SyntaxTree): Found {
  const bare = withoutComments(tree)
  return { lines: linesOf(bare.text), tokens: tokensOf(bare.tree), bodies: bodiesOf(bare.tree) }
}

/** Without a grammar, tokens are separated by whitespace. */
function plain(text: string): Found {
  return { lines: linesOf(text), tokens: splitOnWhitespace(text).length, bodies: [] }
}

function linesOf(text: string): number {
  return text.split('\n').filter((line) => !isBlank(line)).length
}

const WHOLE: readonly string[] = ['string', 'string_literal', 'template_string', 'interpreted_string_literal']

/** Counts the leaves of a tree; a string is one token. */
function tokensOf({ nodes }: SyntaxTree): number {
  let count = 0
  for (let index = 0; index < nodes.length;) {
    const node = nodes[index]
    if (!node) break
    const whole = WHOLE.includes(node.type)
    if (whole || (node.children.length === 0 && node.end > node.start)) count += 1
    index = whole ? node.next : index + 1
  }
  return count
}
