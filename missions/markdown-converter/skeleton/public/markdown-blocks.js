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
  // Takes lines off the front for as long as they match, without the part that matched.
}

/** Takes a code block off the front: up to its closing line, or to the end of the text. */
function takeCode(lines) {
  // Takes a code block off the front: up to its closing line, or to the end of the text.
}

/** Takes a list off the front. */
function takeList(lines, pattern, tag) {
  // Takes a list off the front.
}

/** Takes a paragraph off the front: at least one line, and all until something else begins. */
function takeParagraph(lines) {
  // Takes a paragraph off the front: at least one line, and all until something else begins.
}

/** Takes whatever comes next off the front of the lines and turns it into HTML. */
function takeBlock(lines) {
  // Takes whatever comes next off the front of the lines and turns it into HTML.
}

/** Turns lines into HTML, each block on lines of its own. */
function blocksToHtml(lines) {
  // Turns lines into HTML, each block on lines of its own.
}

/** Turns a Markdown text into HTML. */
export function markdownToHtml(markdown) {
  // Turns a Markdown text into HTML.
}
