import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { attribute, childElements, descendants, labelOf, textOf } from './labels.ts'

type Describe = (element: Tree.Element) => string

const ANNOUNCES = /^(alert|status|log)$/
const BUTTON_TYPES = new Set(['submit', 'button', 'reset', 'image'])
const WITHOUT_CONTENT = new Set(['button', 'select', 'textarea', 'svg', 'canvas', 'script', 'style', 'summary'])

const DESCRIPTIONS: Readonly<Record<string, Describe>> = {
  ...same(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], (it) => `heading ${it.tagName.charAt(1)}${quoted(textOf(it))}`),
  ...same(['header', 'main', 'section', 'article', 'aside', 'footer', 'search', 'dialog', 'form'], labelled()),
  nav: labelled('navigation'),
  fieldset: (it) => `group${quoted(labelOf(it) || legendOf(it))}`,
  a: (it) => (attribute(it, 'href') === undefined ? '' : `link${quoted(textOf(it) || labelOf(it))}`),
  button: (it) => `button${quoted(textOf(it) || labelOf(it))}`,
  summary: (it) => `summary${quoted(textOf(it))}`,
  input: describeInput,
  textarea: labelled('field (text of several lines)'),
  select: (it) => `field (choice of ${optionsOf(it)})${quoted(labelOf(it))}`,
  table: (it) => `table${quoted(captionOf(it))}${headerCells(it)}`,
  img: labelled('image'),
  svg: (it) => (labelOf(it) === '' ? '' : `image${quoted(labelOf(it))}`),
  ...same(['canvas', 'video', 'audio', 'iframe', 'progress', 'meter'], labelled()),
  output: labelled('message'),
  template: () => 'template',
  script: (it) => (attribute(it, 'src') === undefined ? '' : `script ${attribute(it, 'src')}`),
}

/**
 * Describes the content of an element: landmarks, headings, forms, fields, buttons, links, tables and images, each with its
 * visible text, and never with ids, classes or names, which the author of the page chooses.
 */
export function outline(parent: Tree.ParentNode, depth = 0): string[] {
  return childElements(parent).flatMap((element) => {
    const description = describe(element)
    const line = description === '' ? [] : [`${'  '.repeat(depth)}- ${description}`]
    return [...line, ...contentOf(element, depth + line.length)]
  })
}

function contentOf(element: Tree.Element, depth: number): string[] {
  if (WITHOUT_CONTENT.has(element.tagName)) return []
  return outline('content' in element ? (element as Tree.Template).content : element, depth)
}

function describe(element: Tree.Element): string {
  const known = Object.hasOwn(DESCRIPTIONS, element.tagName) ? DESCRIPTIONS[element.tagName] : undefined
  if (known) return known(element)
  const announces = ANNOUNCES.test(attribute(element, 'role') ?? '') || attribute(element, 'aria-live') !== undefined
  return announces ? `message${quoted(labelOf(element))}` : ''
}

function describeInput(input: Tree.Element): string {
  const type = attribute(input, 'type')?.toLowerCase() ?? 'text'
  if (type === 'hidden') return ''
  if (BUTTON_TYPES.has(type)) return `button${quoted(attribute(input, 'value') ?? labelOf(input))}`
  const required = attribute(input, 'required') === undefined ? '' : ', required'
  return `field (${type}${required})${quoted(labelOf(input))}`
}

function optionsOf(select: Tree.Element): string {
  const options = descendants(select).filter((it) => it.tagName === 'option')
  return options.length === 0 ? 'options' : options.map((it) => `"${textOf(it)}"`).join(', ')
}

function headerCells(table: Tree.Element): string {
  const cells = descendants(table).filter((it) => it.tagName === 'th')
  return cells.length === 0 ? '' : ` with the header cells ${cells.map((it) => `"${textOf(it)}"`).join(', ')}`
}

function captionOf(table: Tree.Element): string {
  return firstText(table, 'caption')
}

function legendOf(group: Tree.Element): string {
  return firstText(group, 'legend')
}

function firstText(parent: Tree.Element, tagName: string): string {
  const child = childElements(parent).find((it) => it.tagName === tagName)
  return child ? textOf(child) : ''
}

function labelled(word?: string): Describe {
  return (element) => `${word ?? element.tagName}${quoted(labelOf(element))}`
}

function quoted(text: string): string {
  return text === '' ? '' : ` "${text}"`
}

function same(tagNames: readonly string[], describe: Describe): Record<string, Describe> {
  return Object.fromEntries(tagNames.map((tagName) => [tagName, describe]))
}
