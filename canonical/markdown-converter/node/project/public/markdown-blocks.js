/** Markdown → HTML: what takes whole lines. */
import { escapeHtml, inlineToHtml } from './markdown-inline.js'

const FENCE = /^```/
const HEADING = /^(#{1,6}) +(.+)$/
const RULE = /^---+\s*$/
const QUOTE = /^> ?/
const BULLET = /^- +/
const NUMBER = /^\d+\. +/
const BLANK = /^\s*$/

/** What ends a paragraph without a blank line. */
const OTHERS = [BLANK, FENCE, HEADING, RULE, QUOTE, BULLET, NUMBER]

/** Takes lines off the front for as long as they match, without the part that matched. */
function takeWhile(lines, pattern) {
  const end = lines.findIndex((line) => !pattern.test(line))
  return lines.splice(0, end < 0 ? lines.length : end).map((line) => line.replace(pattern, ''))
}

/** Takes a code block off the front: up to its closing line, or to the end of the text. */
function takeCode(lines) {
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line))
  const block = end < 0 ? lines.splice(0) : lines.splice(0, end + 1).slice(0, -1)
  return `<pre><code>${escapeHtml(block.slice(1).join('\n'))}\n</code></pre>`
}

/** Takes a list off the front. */
function takeList(lines, pattern, tag) {
  const items = takeWhile(lines, pattern).map((item) => `<li>${inlineToHtml(item)}</li>`)
  return `<${tag}>\n${items.join('\n')}\n</${tag}>`
}

/** Takes a paragraph off the front: at least one line, and all until something else begins. */
function takeParagraph(lines) {
  const end = lines.findIndex((line, index) => index > 0 && OTHERS.some((pattern) => pattern.test(line)))
  const own = lines.splice(0, end < 0 ? lines.length : end)
  return `<p>${inlineToHtml(own.map((line) => line.trim()).join('\n'))}</p>`
}

/** Takes whatever comes next off the front of the lines and turns it into HTML. */
function takeBlock(lines) {
  if (FENCE.test(lines[0])) return takeCode(lines)
  if (QUOTE.test(lines[0])) return `<blockquote>\n${blocksToHtml(takeWhile(lines, QUOTE))}\n</blockquote>`
  if (BULLET.test(lines[0])) return takeList(lines, BULLET, 'ul')
  if (NUMBER.test(lines[0])) return takeList(lines, NUMBER, 'ol')
  if (RULE.test(lines[0])) return lines.shift() && '<hr>'
  const heading = HEADING.exec(lines[0])
  if (heading === null) return takeParagraph(lines)
  lines.shift()
  const tag = `h${heading[1].length}`
  return `<${tag}>${inlineToHtml(heading[2].trim())}</${tag}>`
}

/** Turns lines into HTML, each block on lines of its own. */
function blocksToHtml(lines) {
  const rest = [...lines]
  const blocks = []
  while (rest.length > 0) {
    if (BLANK.test(rest[0])) rest.shift()
    else blocks.push(takeBlock(rest))
  }
  return blocks.join('\n')
}

/** Turns a Markdown text into HTML. */
export function markdownToHtml(markdown) {
  return blocksToHtml(markdown.split(/\r\n?|\n/))
}
