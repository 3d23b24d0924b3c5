import fc from 'fast-check'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, it } from 'vitest'
import { Markup, html } from '../../harness/reporters/html/markup.ts'
import { CODE_POINT } from '../code-points.ts'

type Element = DefaultTreeAdapterTypes.Element

/** Texts made of special characters of HTML, and of any characters. */
const hostile = fc.oneof(
  fc.string({ unit: CODE_POINT }),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '/',
        '=',
        '`',
        ' ',
        '\n',
        '<script>',
        '</p>',
        '-->',
        '<!--',
        ']]>',
        'onload',
        '&quot;',
        '&#34;',
        '\u202e',
        '\0',
        '${x}',
        'a',
      ),
    )
    .map((parts) => parts.join('')),
)

/** Parses the markup like a browser: the one element of the template, and all tags and attributes. */
function read(markup: Markup): { element: Element; shape: string[] } {
  const shape: string[] = []
  const visit = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes) {
      if (child.nodeName !== '#text') shape.push(child.nodeName)
      if (!('tagName' in child)) continue
      shape.push(...child.attrs.map(({ name }) => `@${name}`))
      visit(child)
    }
  }
  const fragment = parseFragment(markup.text)
  visit(fragment)
  return { element: fragment.childNodes[0] as Element, shape }
}

/** The expected text: characters that are invalid in a page, or that reorder the visible text, are replaced. */
function shown(text: string): string {
  return text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g, '�')
    .replaceAll(/\p{Cs}/gu, '�')
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, '�')
    .replaceAll(/\r\n?/g, '\n')
}

describe('html', () => {
  it('escapes tags in text and in attributes, and shows them unchanged', () => {
    fc.assert(
      fc.property(hostile, hostile, (text, title) => {
        const { element, shape } = read(html`<p title="${title}" class="x ${title}">${text}</p>`)
        expect(shape).toEqual(['p', '@title', '@class'])
        expect(element.attrs[0]?.value).toBe(shown(title))
        expect(element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')).toBe(shown(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('lets no value end an attribute, a title or a text area', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(read(html`<p title="${text}"></p>`).shape).toEqual(['p', '@title'])
        expect(read(html`<title>${text}</title>`).shape).toEqual(['title'])
        expect(read(html`<textarea>${text}</textarea>`).shape).toEqual(['textarea'])
      }),
    )
  })

  it('accepts markup, lists of markup, numbers, and undefined', () => {
    const items = ['<a>', '<b>'].map((item) => html`<li>${item}</li>`)
    expect(html`${items}${undefined}${false}${7}`.text).toBe('<li>&lt;a&gt;</li><li>&lt;b&gt;</li>7')
    expect(html`${new Markup('<b>')}`.text).toBe('<b>')
  })

  it('shows no character that reorders the text around it', () => {
    expect(html`${'a\u202eb\u2066c\u200fd'}`.text).toBe('a�b�c�d')
  })
})
