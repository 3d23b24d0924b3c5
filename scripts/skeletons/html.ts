import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { applyEdits, type Edit } from './edits.ts'
import { childElements, descendants } from './labels.ts'
import { outline } from './outline.ts'

const INLINE: Readonly<Record<string, string>> = {
  style: '/* The styles of the page belong here. */',
  script: '/* The script of the page belongs here. */',
}

/**
 * Replaces the body of a page by a comment that outlines it. Doctype and head stay, without inline styles and scripts, ids,
 * classes and names. A fragment of a page becomes only the comment.
 */
export function maskHtml(text: string): string {
  const document = parse(text, { sourceCodeLocationInfo: true })
  const html = childElements(document)[0]
  const [head, body] = html ? childElements(html) : []
  if (!html || !head || !body) return text
  const isPart = ![html, head, body].some((it) => it.sourceCodeLocation) && childElements(head).length === 0
  if (isPart) return childElements(body).length === 0 ? text : `${outlineComment(body, '')}\n`
  return `${[...doctype(text, document), ...page(text, html, head, body)].join('\n')}\n`
}

function page(text: string, html: Tree.Element, head: Tree.Element, body: Tree.Element): string[] {
  const content = existingComment(text, body) ?? outlineComment(body, '    ')
  const headLine = `  <head>${headContent(text, head)}</head>`
  return [startTag(text, html), headLine, '  <body>', content, '  </body>', '</html>']
}

function doctype(text: string, document: Tree.Document): string[] {
  const location = document.childNodes.find((it) => it.nodeName === '#documentType')?.sourceCodeLocation
  return location ? [text.slice(location.startOffset, location.endOffset)] : []
}

function startTag(text: string, html: Tree.Element): string {
  const location = html.sourceCodeLocation?.startTag
  return location ? edited(text, location.startOffset, location.endOffset, nameEdits(html)) : '<html>'
}

function headContent(text: string, head: Tree.Element): string {
  const { startTag, endTag } = head.sourceCodeLocation ?? {}
  const start = startTag?.endOffset ?? head.childNodes[0]?.sourceCodeLocation?.startOffset ?? 0
  const end = endTag?.startOffset ?? head.childNodes.at(-1)?.sourceCodeLocation?.endOffset ?? start
  return edited(
    text,
    start,
    end,
    descendants(head).flatMap((it) => [...nameEdits(it), ...inlineEdits(it)]),
  )
}

function nameEdits(element: Tree.Element): Edit[] {
  const names = element.tagName === 'meta' ? ['id', 'class'] : ['id', 'class', 'name']
  const locations = names.map((name) => element.sourceCodeLocation?.attrs?.[name])
  return locations.flatMap((it) => (it ? [{ start: it.startOffset - 1, end: it.endOffset, text: '' }] : []))
}

function inlineEdits(element: Tree.Element): Edit[] {
  const comment = INLINE[element.tagName]
  const [content] = element.childNodes
  if (comment === undefined || !content?.sourceCodeLocation) return []
  return [{ start: content.sourceCodeLocation.startOffset, end: content.sourceCodeLocation.endOffset, text: comment }]
}

function edited(text: string, start: number, end: number, edits: readonly Edit[]): string {
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }))
  return applyEdits(text.slice(start, end), moved)
}

/** A body that contains a comment but no elements is already masked. */
function existingComment(text: string, body: Tree.Element): string | undefined {
  const comment = body.childNodes.find((it) => it.nodeName === '#comment')?.sourceCodeLocation
  if (!comment || childElements(body).length > 0) return undefined
  return `    ${text.slice(comment.startOffset, comment.endOffset)}`
}

/** Two hyphens could end the comment. */
function outlineComment(body: Tree.Element, indent: string): string {
  const lines = outline(body).map((line) => `  ${line.replace(/-{2,}/g, '–')}`)
  if (lines.length === 0) return `${indent}<!-- The content of the page belongs here. -->`
  return ['<!--', '  What belongs here:', ...lines, '-->'].map((line) => indent + line).join('\n')
}
