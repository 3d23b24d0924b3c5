import type { Locator, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

const AS_SEEN = { useInnerText: true }

/** So many different words. */
function words({ given }: Fixtures, key: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => given.word(`${key} ${String(index + 1)}`))
}

/** A text with every Markdown element that the converter knows. */
function everything(fixtures: Fixtures): string {
  const [title, bold, italic, link, host, one, two, steps] = words(fixtures, 'everything', 8)
  const [first, second, quoted, code, name, comment, last] = words(fixtures, 'more of everything', 7)
  return [
    `# ${title}`,
    `We need **${bold}** and *${italic}*, see [the ${link}](https://${host}.example/list?a=1&b=2).`,
    `- ${one}\n- Pears & ${two}`,
    `## ${steps}`,
    `1. ${first}\n2. ${second}`,
    `> ${quoted} the \`${code}\`.`,
    `\`\`\`\n${name} = 1 < 2\n\n    # ${comment}\n\`\`\``,
    '---',
    `${last}.`,
  ].join('\n\n')
}

/** The text of an element, or the value of a field. */
async function textOf({ page }: Fixtures, element: Locator): Promise<string> {
  const isField = (await element.and(page.locator('input, textarea')).count()) === 1
  return isField ? element.inputValue() : element.innerText()
}

/** Removes invisible differences: spaces at line ends, blank lines around the text, several spaces after a mark. */
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

/** Types a text on a fresh page and returns the preview. */
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

/** Expects the HTML to give this Markdown, on a fresh page. */
async function gives(fixtures: Fixtures, html: string, markdown: string): Promise<void> {
  await fixtures.open('html_url')
  await toMarkdown(fixtures, html)
  await expectMarkdown(fixtures, markdown)
}

/** Expects a message, and none of the texts that these elements showed. */
async function expectRefusal(
  fixtures: Fixtures,
  parameter: 'markdown_error' | 'html_error',
  elements: readonly Locator[],
  old: RegExp,
): Promise<string> {
  const { element, expect, read } = fixtures
  const error = await element(parameter)
  await expect(error).toHaveText(/\bempty\b/i, AS_SEEN)
  for (const shown of elements) {
    const visible = shown.filter({ visible: true })
    const text = async () => ((await visible.count()) === 0 ? '' : textOf(fixtures, visible))
    await expect.poll(text, 'the earlier text').not.toMatch(old)
  }
  return read(error)
}

/** HTML that opens a dialogue if a page runs it. */
const ATTACK = `<img src="/none" onerror="alert('run')">`
const SCRIPT = `<script>alert('run')</script>`

export default {
  headings: async (fixtures) => {
    const { expect } = fixtures
    const [seventh = '', eighth = '', ...names] = words(fixtures, 'heading', 8)
    const lines = [
      ...names.map((name, index) => `${'#'.repeat(index + 1)} ${name}`),
      `####### ${seventh}`,
      `#${eighth}`,
    ]
    const area = await preview(fixtures, lines.join('\n\n'))
    for (const [index, name] of names.entries())
      await expect(area.getByRole('heading', { level: index + 1 })).toHaveText(name)
    await expect(area.getByRole('heading')).toHaveCount(names.length)
    await expect(area).toContainText(`####### ${seventh}`)
    await expect(area).toContainText(`#${eighth}`)
  },

  paragraphs: async (fixtures) => {
    const { expect, given } = fixtures
    const [first, second] = [given.title('first line'), given.title('second line')]
    const [other, last] = [given.title('another'), given.title('last')]
    const area = await preview(fixtures, `${first}\n${second}\n\n${other}\n\n---\n\n${last}`)
    await expect(area.locator('p')).toHaveText([new RegExp(String.raw`^\s*${first}\s+${second}\s*$`), other, last])
    await expect(area.locator('hr')).toHaveCount(1)
    await expect(area).not.toContainText('---')
  },

  emphasis: async (fixtures) => {
    const { expect } = fixtures
    const [bold, italic, outer, inner, end] = words(fixtures, 'emphasis', 5)
    const area = await preview(fixtures, `A **${bold}** word, an *${italic}* one, and **${outer} *${inner}* ${end}**.`)
    await expect(area.locator('strong, b')).toHaveText([`${bold}`, `${outer} ${inner} ${end}`])
    await expect(area.locator('em, i')).toHaveText([`${italic}`, `${inner}`])
    await expect(area.locator('strong, b').locator('em, i')).toHaveText(`${inner}`)
    await expect(area).toHaveText(`A ${bold} word, an ${italic} one, and ${outer} ${inner} ${end}.`)
  },

  'inline-code': async (fixtures) => {
    const { expect } = fixtures
    const [one, other, bold] = words(fixtures, 'inline code', 3)
    const area = await preview(fixtures, `Write \`${one} < b && **${other}**\` or \`<br>\` **${bold}**.`)
    await expect(area.locator('code')).toHaveText([`${one} < b && **${other}**`, '<br>'])
    await expect(area.locator('strong, b')).toHaveText([`${bold}`])
  },

  links: async (fixtures) => {
    const { expect, given } = fixtures
    const [host, name, write, end] = words(fixtures, 'link', 4)
    const address = `https://${host}.example/a_b?x=1&y=2#z`
    const mail = `mailto:${given.email('link')}`
    const area = await preview(fixtures, `See [the ${name}](${address}) or [${write}](${mail}) to ${end}.`)
    await expect(area.getByRole('link')).toHaveText([`the ${name}`, `${write}`])
    await expect(area.getByRole('link', { name: `the ${name}` })).toHaveAttribute('href', address)
    await expect(area.getByRole('link', { name: `${write}` })).toHaveAttribute('href', mail)
    await expect(area).toHaveText(`See the ${name} or ${write} to ${end}.`)
  },

  'script-address': async (fixtures) => {
    const { expect } = fixtures
    const [good, bad, worse, host] = words(fixtures, 'script address', 4)
    const area = await preview(
      fixtures,
      `[${good}](https://${host}.example/) [${bad}](javascript:alert) [${worse}](JavaScript:alert)`,
    )
    await expect(area.getByRole('link', { name: `${good}` })).toHaveAttribute('href', `https://${host}.example/`)
    await expect(area.locator('a[href*="script:" i]')).toHaveCount(0)
    await expect(area).toContainText(`${worse}`)
  },

  lists: async (fixtures) => {
    const { expect } = fixtures
    const [one, bold, three, first, second] = words(fixtures, 'list', 5)
    const area = await preview(
      fixtures,
      `To do:\n\n- ${one}\n- **${bold}**\n- ${three}\n\nThen:\n\n1. ${first}\n2. ${second}`,
    )
    await expect(area.locator('ul > li')).toHaveText([`${one}`, `${bold}`, `${three}`])
    await expect(area.locator('ul li').locator('strong, b')).toHaveText(`${bold}`)
    await expect(area.locator('ol > li')).toHaveText([`${first}`, `${second}`])
    await expect(area.locator('ul')).toHaveCount(1)
    await expect(area.locator('ol')).toHaveCount(1)
  },

  quotes: async (fixtures) => {
    const { expect } = fixtures
    const [before, italic, second, after] = words(fixtures, 'quote', 4)
    const area = await preview(fixtures, `${before} said\n\n> Be *${italic}*\n> to ${second}\n\nand ${after}.`)
    await expect(area.locator('blockquote')).toHaveCount(1)
    await expect(area.locator('blockquote')).toHaveText(new RegExp(String.raw`^\s*Be ${italic}\s+to ${second}\s*$`))
    await expect(area.locator('blockquote').locator('em, i')).toHaveText(`${italic}`)
    await expect(area).toContainText(`and ${after}.`)
  },

  'code-blocks': async (fixtures) => {
    const { expect } = fixtures
    const [name, bold, comment, after] = words(fixtures, 'code', 4)
    const code = [`if (${name} < b) {`, `    **${bold}** = [1](2)`, '', `# ${comment}`, '}'].join('\n')
    const area = await preview(fixtures, `Look:\n\n\`\`\`\n${code}\n\`\`\`\n\n**${after}**`)
    await expect(area.locator('pre')).toBeVisible()
    const lines = async () => (await area.locator('pre').innerText()).replaceAll('\u00a0', ' ').trimEnd()
    await expect.poll(lines).toBe(code)
    await expect(area.getByRole('heading')).toHaveCount(0)
    await expect(area.locator('strong, b')).toHaveText([`${after}`])
  },

  'html-is-text': async (fixtures) => {
    const { expect, dialogs } = fixtures
    const [bold, quoted, underlined] = words(fixtures, 'html', 3)
    const typed = `Not <b>${bold}</b> but "${quoted}" ${ATTACK} ${SCRIPT}`
    const area = await preview(fixtures, `${typed}\n\n# A <u>${underlined}</u>`)
    await expect(area.locator('p')).toHaveText([typed])
    await expect(area.getByRole('heading')).toHaveText(`A <u>${underlined}</u>`)
    await expect(area.locator('b, u, img, script')).toHaveCount(0)
    expect(dialogs, 'dialogues that the text opened').toHaveLength(0)
  },

  'html-source': async (fixtures) => {
    const { open, element, expect } = fixtures
    const [one, other, bold] = words(fixtures, 'source', 3)
    await open('markdown_url')
    await toHtml(fixtures, `## ${one} & ${other}\n\nIs 1 < 2 **${bold}**?`)
    const result = await element('html_result')
    await expect(result).toBeVisible()
    const source = async () => (await textOf(fixtures, result)).replace(/<(\w+)\s[^<>]*>/g, '<$1>').trim()
    const heading = String.raw`<h2>\s*${one} &amp; ${other}\s*<\/h2>`
    const paragraph = String.raw`<p>\s*Is 1 &lt; 2 <(strong|b)>${bold}<\/\1>\?\s*<\/p>`
    await expect.poll(source).toMatch(new RegExp(heading))
    await expect.poll(source).toMatch(new RegExp(paragraph))
  },

  'new-conversion': async (fixtures) => {
    const { element, expect } = fixtures
    const [before = '', after = ''] = words(fixtures, 'new', 2)
    const area = await preview(fixtures, `# ${before}`)
    await expect(area.getByRole('heading')).toHaveText(before)
    await toHtml(fixtures, `# ${after}`)
    await expect(area.getByRole('heading')).toHaveText(after)
    const result = await element('html_result')
    await expect(result).toBeVisible()
    await expect.poll(() => textOf(fixtures, result)).toContain(after)
    expect(await textOf(fixtures, result)).not.toContain(before)
  },

  'empty-markdown': async (fixtures) => {
    const { page, element, expect } = fixtures
    const [before = '', after = ''] = words(fixtures, 'empty Markdown', 2)
    for (const empty of ['', '  \n\n  ']) {
      const area = await preview(fixtures, `# ${before}`)
      await expect(area.getByRole('heading')).toHaveText(before)
      const shown = [area, await element('html_result')]
      await toHtml(fixtures, empty)
      const message = await expectRefusal(fixtures, 'markdown_error', shown, new RegExp(String.raw`${before}|<\w`))
      await toHtml(fixtures, `# ${after}`)
      await expect(area.getByRole('heading')).toHaveText(after)
      await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
    }
  },

  'html-blocks': async (fixtures) => {
    const [one, text, two, more, six, last] = words(fixtures, 'block', 6)
    const html =
      `<h1>${one}</h1><p>${text}.</p>\n\n\n<h2>${two}</h2>\n<p>${more}.</p><hr>` + `<h6>${six}</h6>\n<p>${last}.</p>`
    const markdown = `# ${one}\n\n${text}.\n\n## ${two}\n\n${more}.\n\n---\n\n###### ${six}\n\n${last}.`
    await gives(fixtures, html, markdown)
  },

  'html-inline': async (fixtures) => {
    const [bold, heavy, slanted, oblique, code, link, host] = words(fixtures, 'inline', 7)
    const html =
      `<p>A <strong>${bold}</strong> or <b>${heavy}</b>, <em>${slanted}</em> or <i>${oblique}</i> ` +
      `<code>${code} = 1</code> and <a class="y" href="https://${host}.example/?a=1&amp;b=2">a ${link}</a>.</p>`
    const markdown =
      `A **${bold}** or **${heavy}**, *${slanted}* or *${oblique}* ` +
      `\`${code} = 1\` and [a ${link}](https://${host}.example/?a=1&b=2).`
    await gives(fixtures, html, markdown)
  },

  'character-references': async (fixtures) => {
    const { given } = fixtures
    const [one, other, quoted] = words(fixtures, 'reference', 3)
    const letter = given.pick('letter', ['é', 'ä', 'ø', 'ß', 'ñ', 'ç'])
    const reference = `&#${String(letter.charCodeAt(0))};`
    await gives(
      fixtures,
      `<p>${one}${reference} &amp; ${other}, 1 &lt; 2, &quot;${quoted}&quot; &amp;lt;</p>`,
      `${one}${letter} & ${other}, 1 < 2, "${quoted}" &lt;`,
    )
  },

  'html-lists': async (fixtures) => {
    const [one, bold, first, second, third, quoted, end] = words(fixtures, 'HTML list', 7)
    const html =
      `<ul><li>${one}</li><li><b>${bold}</b></li></ul>\n` +
      `<ol>\n  <li>${first}</li>\n  <li>${second}</li>\n  <li>${third}</li>\n</ol>` +
      `<blockquote><p>${quoted}.</p></blockquote><p>${end}</p>`
    const markdown = `- ${one}\n- **${bold}**\n\n1. ${first}\n2. ${second}\n3. ${third}\n\n> ${quoted}.\n\n${end}`
    await gives(fixtures, html, markdown)
  },

  'html-code': async (fixtures) => {
    const [before, name, bold, one, two, end] = words(fixtures, 'HTML code', 6)
    const html =
      `<p>${before}:</p><pre>${name} &lt; b\n    **${bold}**</pre>\n` +
      `<pre><code>${one}\n\n  ${two}\n</code></pre><p>${end}</p>`
    const markdown =
      `${before}:\n\n\`\`\`\n${name} < b\n    **${bold}**\n\`\`\`\n\n` + `\`\`\`\n${one}\n\n  ${two}\n\`\`\`\n\n${end}`
    await gives(fixtures, html, markdown)
  },

  'other-tags': async (fixtures) => {
    const [red, underlined, text] = words(fixtures, 'tag', 3)
    await gives(
      fixtures,
      `<div class="box"><p>Some <span style="color: red">${red}</span> and <u>${underlined}</u> ${text}</p></div>`,
      `Some ${red} and ${underlined} ${text}`,
    )
  },

  'no-script-runs': async (fixtures) => {
    const { open, element, expect, dialogs } = fixtures
    const [harmless = '', later = ''] = words(fixtures, 'script', 2)
    await open('html_url')
    await toMarkdown(fixtures, `${ATTACK}${SCRIPT}<svg onload="alert('run')"></svg><p>${harmless}</p>`)
    const result = await element('markdown_result')
    await expect(result).toBeVisible()
    await expect.poll(() => textOf(fixtures, result)).toContain(harmless)
    // After another conversion, the failed request for the picture has ended as well.
    await toMarkdown(fixtures, `<p>${later}</p>`)
    await expectMarkdown(fixtures, later)
    expect(dialogs, 'dialogues that the HTML opened').toHaveLength(0)
  },

  'round-trip': async (fixtures) => {
    const { open, element, expect } = fixtures
    const markdown = everything(fixtures)
    const last = markdown.split('\n').at(-1) ?? ''
    await open('markdown_url')
    await toHtml(fixtures, markdown)
    const result = await element('html_result')
    await expect.poll(() => textOf(fixtures, result)).toContain(last)
    const html = await textOf(fixtures, result)
    expect(html).toMatch(/<h1/)
    await open('html_url')
    await toMarkdown(fixtures, html)
    await expectMarkdown(fixtures, markdown)
  },

  'empty-html': async (fixtures) => {
    const { page, open, element, expect } = fixtures
    const [before = '', after = ''] = words(fixtures, 'empty HTML', 2)
    await open('html_url')
    for (const empty of ['', '  \n\n  ']) {
      await toMarkdown(fixtures, `<p>${before}</p>`)
      await expectMarkdown(fixtures, before)
      const result = await element('markdown_result')
      await toMarkdown(fixtures, empty)
      const message = await expectRefusal(fixtures, 'html_error', [result], new RegExp(before))
      await toMarkdown(fixtures, `<p>${after}</p>`)
      await expectMarkdown(fixtures, after)
      await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
    }
  },

  'go-between-pages': async (fixtures) => {
    const { page, open, element, expect, given } = fixtures
    const word = given.word('between')
    await open('markdown_url')
    const field = await element('markdown_field')
    const first = page.url()
    await expect(field).toBeVisible()
    await (await element('html_link')).click()
    await expect(page).not.toHaveURL(first)
    await toMarkdown(fixtures, `<h2>${word}</h2>`)
    await expectMarkdown(fixtures, `## ${word}`)
    const second = page.url()
    await (await element('markdown_link')).click()
    await expect(page).not.toHaveURL(second)
    await expect(field).toBeVisible()
  },
} satisfies WebsiteTestcodes
