import { jsonrepair } from 'jsonrepair'
import { fencedBlocks } from './fences.ts'

/** A value that was found in a text. */
export interface FoundJson {
  readonly value: unknown
  /** It was no valid JSON as it stood, or stood in the middle of something else. */
  readonly repaired: boolean
}

/**
 * The JSON of an answer, whatever stands around it: the whole text, a fenced block, or what begins with the first bracket.
 * What is not valid is repaired (trailing commas, quotes, comments, a missing end). The largest value wins, so that an
 * example in the prose is not taken for the answer.
 */
export function findJson(text: string): FoundJson | undefined {
  const whole = unpack(parse(text.trim()))
  if (isStructure(whole)) return { value: whole, repaired: false }
  const parts = candidates(text).toSorted((a, b) => b.length - a.length)
  return first(parts, strict) ?? first(laterArrays(text), strict) ?? first(parts, repaired)
}

/** Arrays that an example stands before; none that is a part of something else. */
const MOST_STARTS = 20

function laterArrays(text: string): string[] {
  const end = text.lastIndexOf(']') + 1
  const starts = [...text.matchAll(/(?<!["']\s*:\s*|[,[{]\s*)\[\s*\{/g)].slice(0, MOST_STARTS).map(({ index }) => index)
  return starts.filter((start) => start < end).map((start) => text.slice(start, end))
}

/** What stands in the fenced blocks of an answer that are JSON each: some models give every file one of its own. */
export function fencedValues(text: string): FoundJson[] {
  const parts = fencedBlocks(text).map(({ content }) => content.trim())
  return parts
    .filter((part) => /^[[{"]/.test(part))
    .map((part) => ({ part, value: strict(part) }))
    .map(({ part, value }) =>
      isStructure(value) ? { value, repaired: false } : { value: repaired(part), repaired: true },
    )
    .filter(({ value }) => isStructure(value))
}

/**
 * Models that reason in their answer put it between such tags; an answer that was cut off there has nothing else. Tags in the
 * middle of a line stand in somebody's code.
 */
export function withoutThinking(text: string): string {
  if (isStructure(parse(text.trim()))) return text
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/^[ \t]*<(think|thinking|reasoning)>[\s\S]*?<\/\1>/gim, '')
    .replace(/^[\s\S]*?<\/(?:think|thinking|reasoning)>[ \t]*(?=[[{`\r\n]|$)/i, '')
    .replace(/^\s*<(think|thinking|reasoning)>[\s\S]*$/i, '')
}

function candidates(text: string): string[] {
  const fenced = fencedBlocks(text)
    .map(({ content }) => content.trim())
    .filter((content) => /^[[{"]/.test(content))
  const starts = [text.search(/[[{]\s*["{[]/), text.search(/\[\s*\{/)].filter((start) => start >= 0)
  const spans = starts.flatMap((start) => {
    const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
    return end > start ? [text.slice(start, end + 1), text.slice(start)] : [text.slice(start)]
  })
  return [...new Set([...fenced, ...spans])]
}

function first(parts: readonly string[], read: (part: string) => unknown): FoundJson | undefined {
  for (const part of parts) {
    const value = read(part)
    if (isStructure(value)) return { value, repaired: true }
  }
  return undefined
}

function strict(part: string): unknown {
  return unpack(parse(part))
}

/** Repairing walks into nested brackets by recursion: too many of them end it, like anything else that it cannot mend. */
function repaired(part: string): unknown {
  try {
    return unpack(parse(jsonrepair(withoutLongStrings(part))))
  } catch {
    return undefined
  }
}

/**
 * Python's long strings, in which some models write the code of a file: what stands between their quotes is meant as it
 * stands, docstrings too, so that only quotes that a value ends with end it.
 */
function withoutLongStrings(part: string): string {
  const [begin = '', ...pieces] = part.split('"""')
  const text = [begin]
  let before = begin
  let inside: string[] | undefined
  for (const piece of pieces) {
    if (inside === undefined && /["']\s*:$/.test(before.trimEnd().slice(-20))) inside = [piece]
    else if (inside === undefined) text.push('"""', piece)
    else if (/^\s*(?:,?\s*[}\]]|,\s*["'][\w-]+["']\s*:)/.test(piece)) {
      text.push(quoted(inside), piece)
      inside = undefined
    } else inside.push(piece)
    before = piece
  }
  // An answer that was cut off.
  if (inside !== undefined) text.push(quoted(inside))
  return text.join('')
}

function quoted(pieces: readonly string[]): string {
  return JSON.stringify(pieces.join('"""').replace(/^\r?\n/, ''))
}

/** JSON in a JSON string. */
function unpack(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? (parse(value) ?? value) : value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isStructure(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
