import type { Locator, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

const AS_SEEN = { useInnerText: true }

/** Every part of Markdown that the converter knows, once. */
const EVERYTHING = [
  '# Shopping',
  'We need **bread** and *butter*, see [the list](https://example.org/list?a=1&b=2).',
  '- Apples\n- Pears & plums',
  '## Steps',
  '1. Go\n2. Pay',
  '> Keep the `receipt`.',
  '```\nsum = 1 < 2\n\n    # indented\n```',
  '---',
  'Done.',
].join('\n\n')

/** What an element shows: a text, or a field that holds one. */
async function textOf({ page }: Fixtures, element: Locator): Promise<string> {
  const isField = (await element.and(page.locator('input, textarea')).count()) === 1
  return isField ? element.inputValue() : element.innerText()
}

/** Without what nobody sees: spaces at the ends of lines, blank lines around, more than one space behind a mark. */
function tidy(markdown: string): string {
  const lines = markdown.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').split('\n')
  return lines
    .map((line) => line.trimEnd().replace(/^(-|\d+\.) +/, '$1 '))
    .join('\n')
    .trim()
}

async function toHtml({ element }: Fixtures, markdown: string): Promise<void> {
  await (await element('markdown_field')).fill(markdown)
  await (await element('to_html_button')).click()
}

async function toMarkdown({ element }: Fixtures, html: string): Promise<void> {
  await (await element('html_field')).fill(html)
  await (await element('to_markdown_button')).click()
}

/** The preview of a text, on a fresh page. */
async function preview(fixtures: Fixtures, markdown: string): Promise<Locator> {
  await fixtures.open('markdown_url')
  await toHtml(fixtures, markdown)
  const area = await fixtures.element('preview_area')
  await fixtures.expect(area).toBeVisible()
  return area
}

async function expectMarkdown(fixtures: Fixtures, markdown: string): Promise<void> {
  const { element, expect } = fixtures
  const result = await element('markdown_result')
  await expect(result).toBeVisible()
  await expect.poll(async () => tidy(await textOf(fixtures, result)), 'the Markdown').toBe(markdown)
}

/** On a fresh page, the HTML gives this Markdown. */
async function gives(fixtures: Fixtures, html: string, markdown: string): Promise<void> {
  await fixtures.open('html_url')
  await toMarkdown(fixtures, html)
  await expectMarkdown(fixtures, markdown)
}

/** A message has come, and nothing is left of what these elements showed. */
async function expectRefusal(
  fixtures: Fixtures,
  parameter: 'markdown_error' | 'html_error',
  elements: readonly Locator[],
  old: RegExp,
): Promise<string> {
  const { element, expect } = fixtures
  const error = await element(parameter)
  await expect(error).toBeVisible()
  await expect(error).toHaveText(/\bempty\b/i, AS_SEEN)
  for (const shown of elements) {
    const visible = shown.filter({ visible: true })
    const text = async () => ((await visible.count()) === 0 ? '' : textOf(fixtures, visible))
    await expect.poll(text, 'what was shown before').not.toMatch(old)
  }
  return error.innerText()
}

export default {
  headings: async (fixtures) => {
    const { expect } = fixtures
    const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    const lines = [...names.map((name, index) => `${'#'.repeat(index + 1)} ${name}`), '####### Seven', '#Eight']
    const area = await preview(fixtures, lines.join('\n\n'))
    for (const [index, name] of names.entries())
      await expect(area.getByRole('heading', { level: index + 1 })).toHaveText(name)
    await expect(area.getByRole('heading')).toHaveCount(names.length)
    await expect(area).toContainText('####### Seven')
    await expect(area).toContainText('#Eight')
  },

  paragraphs: async (fixtures) => {
    const { expect } = fixtures
    const area = await preview(fixtures, 'A first line\nand a second\n\nAnother one\n\n---\n\nThe last')
    await expect(area.locator('p')).toHaveText([/^\s*A first line\s+and a second\s*$/, 'Another one', 'The last'])
    await expect(area.locator('hr')).toHaveCount(1)
    await expect(area).not.toContainText('---')
  },

  emphasis: async (fixtures) => {
    const { expect } = fixtures
    const area = await preview(fixtures, 'A **bold** word, an *italic* one, and **both of *them* at once**.')
    await expect(area.locator('strong, b')).toHaveText(['bold', 'both of them at once'])
    await expect(area.locator('em, i')).toHaveText(['italic', 'them'])
    await expect(area.locator('strong, b').locator('em, i')).toHaveText('them')
    await expect(area).toHaveText('A bold word, an italic one, and both of them at once.')
  },

  'inline-code': async (fixtures) => {
    const { expect } = fixtures
    const area = await preview(fixtures, 'Write `a < b && **c**` or `<br>` **here**.')
    await expect(area.locator('code')).toHaveText(['a < b && **c**', '<br>'])
    await expect(area.locator('strong, b')).toHaveText(['here'])
  },

  links: async (fixtures) => {
    const { expect } = fixtures
    const address = 'https://example.org/a_b?x=1&y=2#z'
    const area = await preview(fixtures, `See [the example](${address}) or [write](mailto:ada@example.org) to us.`)
    await expect(area.getByRole('link')).toHaveText(['the example', 'write'])
    await expect(area.getByRole('link', { name: 'the example' })).toHaveAttribute('href', address)
    await expect(area.getByRole('link', { name: 'write' })).toHaveAttribute('href', 'mailto:ada@example.org')
    await expect(area).toHaveText('See the example or write to us.')
  },

  'script-address': async (fixtures) => {
    const { expect } = fixtures
    const area = await preview(
      fixtures,
      `[good](https://example.org/) [bad](javascript:alert) [worse](JavaScript:alert)`,
    )
    await expect(area.getByRole('link', { name: 'good' })).toHaveAttribute('href', 'https://example.org/')
    await expect(area.locator('a[href*="script:" i]')).toHaveCount(0)
    await expect(area).toContainText('worse')
  },

  lists: async (fixtures) => {
    const { expect } = fixtures
    const area = await preview(fixtures, 'To do:\n\n- Wash\n- **Dry**\n- Fold\n\nThen:\n\n1. Eat\n2. Sleep')
    await expect(area.locator('ul > li')).toHaveText(['Wash', 'Dry', 'Fold'])
    await expect(area.locator('ul li').locator('strong, b')).toHaveText('Dry')
    await expect(area.locator('ol > li')).toHaveText(['Eat', 'Sleep'])
    await expect(area.locator('ul')).toHaveCount(1)
    await expect(area.locator('ol')).toHaveCount(1)
  },

  quotes: async (fixtures) => {
    const { expect } = fixtures
    const area = await preview(fixtures, 'She said\n\n> Be *kind*\n> to others\n\nand left.')
    await expect(area.locator('blockquote')).toHaveCount(1)
    await expect(area.locator('blockquote')).toHaveText(/^\s*Be kind\s+to others\s*$/)
    await expect(area.locator('blockquote').locator('em, i')).toHaveText('kind')
    await expect(area).toContainText('and left.')
  },

  'code-blocks': async (fixtures) => {
    const { expect } = fixtures
    const code = ['if (a < b) {', '    **x** = [1](2)', '', '# no heading', '}'].join('\n')
    const area = await preview(fixtures, `Look:\n\n\`\`\`\n${code}\n\`\`\`\n\n**There**`)
    const lines = async () => (await area.locator('pre').innerText()).replaceAll('\u00a0', ' ').trimEnd()
    await expect.poll(lines).toBe(code)
    await expect(area.getByRole('heading')).toHaveCount(0)
    await expect(area.locator('strong, b')).toHaveText(['There'])
  },

  'html-is-text': async (fixtures) => {
    const { expect, dialogs } = fixtures
    const typed = `Not <b>bold</b> but "text" <img src="/none" onerror="alert('run')"> <script>alert('run')</script>`
    const area = await preview(fixtures, `${typed}\n\n# A <u>title</u>`)
    await expect(area.locator('p')).toHaveText([typed])
    await expect(area.getByRole('heading')).toHaveText('A <u>title</u>')
    await expect(area.locator('b, u, img, script')).toHaveCount(0)
    expect(dialogs, 'dialogues that the text opened').toHaveLength(0)
  },

  'html-source': async (fixtures) => {
    const { open, element, expect } = fixtures
    await open('markdown_url')
    await toHtml(fixtures, '## Bread & butter\n\nIs 1 < 2 **true**?')
    const result = await element('html_result')
    await expect(result).toBeVisible()
    const source = async () => (await textOf(fixtures, result)).replace(/<(\w+)\s[^>]*>/g, '<$1>')
    await expect.poll(source).toMatch(/<h2>\s*Bread &amp; butter\s*<\/h2>/)
    await expect.poll(source).toMatch(/<p>\s*Is 1 &lt; 2 <(strong|b)>true<\/\1>\?\s*<\/p>/)
  },

  'new-conversion': async (fixtures) => {
    const { element, expect } = fixtures
    const area = await preview(fixtures, '# Morning')
    await expect(area.getByRole('heading')).toHaveText('Morning')
    await toHtml(fixtures, '# Evening')
    await expect(area.getByRole('heading')).toHaveText('Evening')
    const result = await element('html_result')
    await expect.poll(() => textOf(fixtures, result)).toMatch(/Evening/)
    expect(await textOf(fixtures, result)).not.toMatch(/Morning/)
  },

  'empty-markdown': async (fixtures) => {
    const { page, element, expect } = fixtures
    for (const empty of ['', '  \n\n  ']) {
      const area = await preview(fixtures, '# Morning')
      await expect(area.getByRole('heading')).toHaveText('Morning')
      const shown = [area, await element('html_result')]
      await toHtml(fixtures, empty)
      const message = await expectRefusal(fixtures, 'markdown_error', shown, /Morning|<\w/)
      await toHtml(fixtures, '# Evening')
      await expect(area.getByRole('heading')).toHaveText('Evening')
      await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
    }
  },

  'html-blocks': async (fixtures) => {
    const html = '<h1>Trees</h1><p>They grow.</p>\n\n\n<h2>Oaks</h2>\n<p>Slowly.</p><hr><h6>Notes</h6>\n<p>None.</p>'
    await gives(fixtures, html, '# Trees\n\nThey grow.\n\n## Oaks\n\nSlowly.\n\n---\n\n###### Notes\n\nNone.')
  },

  'html-inline': async (fixtures) => {
    const html =
      '<p>A <strong>bold</strong> or <b>heavy</b>, <em>slanted</em> or <i>oblique</i> <code>x = 1</code> and ' +
      '<a class="y" href="https://example.org/?a=1&amp;b=2">a link</a>.</p>'
    const markdown =
      'A **bold** or **heavy**, *slanted* or *oblique* `x = 1` and [a link](https://example.org/?a=1&b=2).'
    await gives(fixtures, html, markdown)
  },

  'character-references': async (fixtures) => {
    await gives(
      fixtures,
      '<p>Caf&#233; &amp; bar, 1 &lt; 2, &quot;so&quot; &amp;lt;</p>',
      'Café & bar, 1 < 2, "so" &lt;',
    )
  },

  'html-lists': async (fixtures) => {
    const html =
      '<ul><li>Wash</li><li><b>Dry</b></li></ul>\n<ol>\n  <li>Eat</li>\n  <li>Drink</li>\n  <li>Sleep</li>\n</ol>' +
      '<blockquote><p>Be kind.</p></blockquote><p>End</p>'
    await gives(fixtures, html, '- Wash\n- **Dry**\n\n1. Eat\n2. Drink\n3. Sleep\n\n> Be kind.\n\nEnd')
  },

  'html-code': async (fixtures) => {
    const html = '<p>Look:</p><pre>a &lt; b\n    **x**</pre>\n<pre><code>one\n\n  two\n</code></pre><p>End</p>'
    await gives(fixtures, html, 'Look:\n\n```\na < b\n    **x**\n```\n\n```\none\n\n  two\n```\n\nEnd')
  },

  'other-tags': async (fixtures) => {
    await gives(
      fixtures,
      '<div class="box"><p>Some <span style="color: red">red</span> and <u>underlined</u> text</p></div>',
      'Some red and underlined text',
    )
  },

  'no-script-runs': async (fixtures) => {
    const { open, element, expect, dialogs } = fixtures
    await open('html_url')
    const attacks = `<img src="/none" onerror="alert('run')"><script>alert('run')</script><svg onload="alert('run')"></svg>`
    await toMarkdown(fixtures, `${attacks}<p>Harmless</p>`)
    const result = await element('markdown_result')
    await expect.poll(() => textOf(fixtures, result)).toContain('Harmless')
    // What waits for a picture in vain has come to its end once another conversion is done.
    await toMarkdown(fixtures, '<p>Later</p>')
    await expectMarkdown(fixtures, 'Later')
    expect(dialogs, 'dialogues that the HTML opened').toHaveLength(0)
  },

  'round-trip': async (fixtures) => {
    const { open, element, expect } = fixtures
    await open('markdown_url')
    await toHtml(fixtures, EVERYTHING)
    const result = await element('html_result')
    await expect.poll(() => textOf(fixtures, result)).toMatch(/<h1[\s\S]*Done\./)
    const html = await textOf(fixtures, result)
    await open('html_url')
    await toMarkdown(fixtures, html)
    await expectMarkdown(fixtures, EVERYTHING)
  },

  'empty-html': async (fixtures) => {
    const { page, open, element, expect } = fixtures
    await open('html_url')
    for (const empty of ['', '  \n\n  ']) {
      await toMarkdown(fixtures, '<p>Morning</p>')
      await expectMarkdown(fixtures, 'Morning')
      const result = await element('markdown_result')
      await toMarkdown(fixtures, empty)
      const message = await expectRefusal(fixtures, 'html_error', [result], /Morning/)
      await toMarkdown(fixtures, '<p>Evening</p>')
      await expectMarkdown(fixtures, 'Evening')
      await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
    }
  },

  'go-between-pages': async (fixtures) => {
    const { page, open, element, expect } = fixtures
    await open('markdown_url')
    const field = await element('markdown_field')
    const first = page.url()
    await expect(field).toBeVisible()
    await (await element('html_link')).click()
    await expect(page).not.toHaveURL(first)
    await toMarkdown(fixtures, '<h2>Here</h2>')
    await expectMarkdown(fixtures, '## Here')
    const second = page.url()
    await (await element('markdown_link')).click()
    await expect(page).not.toHaveURL(second)
    await expect(field).toBeVisible()
  },
} satisfies WebsiteTestcodes
