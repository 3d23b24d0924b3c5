import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { oneLine } from './words.ts'

const SILENT = new Set(['script', 'style', 'select', 'textarea', 'template'])

export function isElement(node: Tree.Node): node is Tree.Element {
  return 'tagName' in node
}

export function childElements(node: Tree.ParentNode): Tree.Element[] {
  return node.childNodes.filter(isElement)
}

/** All descendant elements of a node, in document order, without the content of templates. */
export function descendants(node: Tree.ParentNode): Tree.Element[] {
  return childElements(node).flatMap((element) => [element, ...descendants(element)])
}

export function attribute(element: Tree.Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value
}

/** The visible text of an element, with the texts of its images, as one line. */
export function textOf(node: Tree.ParentNode): string {
  return oneLine(rawText(node))
}

function rawText(node: Tree.ParentNode): string {
  return node.childNodes
    .map((child) => {
      if ('value' in child) return child.value
      if (!isElement(child) || SILENT.has(child.tagName)) return ''
      return child.tagName === 'img' ? ` ${attribute(child, 'alt') ?? ''} ` : rawText(child)
    })
    .join('')
}

/** The accessible name of an element: from ARIA, a label, or as a last resort a placeholder or title. */
export function labelOf(element: Tree.Element): string {
  const candidates = [
    attribute(element, 'aria-label'),
    labelledBy(element),
    labelElementOf(element),
    attribute(element, 'alt'),
    attribute(element, 'placeholder'),
    attribute(element, 'title'),
  ]
  return candidates.map((text) => oneLine(text ?? '')).find((text) => text !== '') ?? ''
}

function labelledBy(element: Tree.Element): string {
  const ids = (attribute(element, 'aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '')
  if (ids.length === 0) return ''
  const all = descendants(rootOf(element))
  return ids
    .map((id) => all.find((other) => attribute(other, 'id') === id))
    .map((it) => (it ? textOf(it) : ''))
    .join(' ')
}

function labelElementOf(element: Tree.Element): string {
  const around = ancestors(element).find((ancestor) => ancestor.tagName === 'label')
  if (around) return textOf(around)
  const id = attribute(element, 'id')
  const labels = id === undefined ? [] : descendants(rootOf(element)).filter((it) => it.tagName === 'label')
  const label = labels.find((it) => attribute(it, 'for') === id)
  return label ? textOf(label) : ''
}

function ancestors(element: Tree.Element): Tree.Element[] {
  const parent = element.parentNode
  return parent && isElement(parent) ? [parent, ...ancestors(parent)] : []
}

function rootOf(node: Tree.Element): Tree.ParentNode {
  const parent = node.parentNode
  if (!parent) return node
  return isElement(parent) ? rootOf(parent) : parent
}
