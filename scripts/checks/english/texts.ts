/** Finds the English in source files: comments, texts in code, and titles of tests. */
import path from 'node:path'
import ts from 'typescript'

/** A piece of English, as offsets in the source. */
export interface Text {
  readonly from: number
  readonly to: number
}

const CODE = new Set(['.ts', '.tsx', '.js', '.mjs', '.cjs'])
const TEST_FUNCTIONS = new Set(['describe', 'it', 'test'])

/** In tests, comments and titles; in other code, comments and all texts; in any other file, everything. */
export function textsOf(file: string, source: string): Text[] {
  if (!CODE.has(path.extname(file))) return [{ from: 0, to: source.length }]
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  return [...commentsIn(parsed), ...(file.startsWith('test/') ? titlesIn(parsed) : stringsIn(parsed))]
}

/** Replaces the markers of comments, and those of docstrings in Python, by spaces, so that a sentence can be matched across lines. Keeps all offsets. */
export function withoutMarkers(source: string): string {
  return source.replaceAll(/\/\*\*?|\*\/|^[ \t]*\*(?= |$)|(?<![:/])\/\/(?= )|"""/gm, (marker) =>
    ' '.repeat(marker.length),
  )
}

/** Consecutive line comments are one text, because a sentence may continue on the next line. */
function commentsIn(file: ts.SourceFile): Text[] {
  const ends = new Map<number, number>()
  everyNode(file, (node) => {
    const before = ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? []
    const after = ts.getTrailingCommentRanges(file.text, node.getEnd()) ?? []
    for (const { pos, end } of [...before, ...after]) ends.set(pos, end)
  })
  const blocks: { from: number; to: number }[] = []
  for (const [from, to] of [...ends].sort(([one], [other]) => one - other)) {
    const last = blocks.at(-1)
    if (last !== undefined && file.text.slice(last.to, from).trim() === '') last.to = to
    else blocks.push({ from, to })
  }
  return blocks
}

/** Texts of one word are names. */
function stringsIn(file: ts.SourceFile): Text[] {
  const texts: Text[] = []
  everyNode(file, (node) => {
    if (/\S\s+\S/.test(node.getText())) texts.push(...partsOf(node))
  })
  return texts
}

/** First arguments of `it(…)`, `it.each(…)(…)`, `describe(…)` and the like. */
function titlesIn(file: ts.SourceFile): Text[] {
  const titles: Text[] = []
  everyNode(file, (node) => {
    if (!ts.isCallExpression(node) || !TEST_FUNCTIONS.has(rootOf(node.expression))) return
    const [title] = node.arguments
    if (title !== undefined) titles.push(...partsOf(title))
  })
  return titles
}

/** A string or the text of an element, or a template without its expressions. Empty for any other node. */
function partsOf(node: ts.Node): Text[] {
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(placeOf)
  return ts.isStringLiteralLike(node) || ts.isJsxText(node) ? [placeOf(node)] : []
}

function placeOf(node: ts.Node): Text {
  return { from: node.getStart(), to: node.getEnd() }
}

/** `it.skipIf(…).each(…)` → `it` */
function rootOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return rootOf(callee.expression)
  return ts.isTaggedTemplateExpression(callee) ? rootOf(callee.tag) : ''
}

function everyNode(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => {
    everyNode(child, visit)
  })
}
