import { jsonrepair } from 'jsonrepair'
import { fencedBlocks } from './fences.ts'

/** A JSON value found in a text. */
export interface FoundJson {
  readonly value: unknown
  /** The JSON was not valid. Valid JSON between other text is not repaired. */
  readonly repaired: boolean
}

/**
 * Finds the JSON of an answer: the whole text, a fenced block, or the text from the first bracket on. Repairs invalid JSON
 * (trailing commas, quotes, comments, a missing end). The longest candidate wins, so that an example in the prose is not
 * taken for the answer.
 */
export function findJson(text: string): FoundJson | undefined {
  const whole = unpack(parse(text.trim()))
  if (isStructure(whole)) return { value: whole, repaired: false }
  const parts = candidates(text).toSorted((a, b) => b.length - a.length)
  return firstValid(parts) ?? firstValid(laterArrays(text)) ?? firstRepaired(parts)
}

const MOST_STARTS = 20

/** Arrays that come after an example; arrays nested in another value are left out. */
function laterArrays(text: string): string[] {
  const end = text.lastIndexOf(']') + 1
  const starts = [...text.matchAll(/(?<!["']\s*:\s*|[,[{]\s*)\[\s*\{/g)].slice(0, MOST_STARTS).map(({ index }) => index)
  return starts.filter((start) => start < end).map((start) => text.slice(start, end))
}

/** The values of all fenced blocks with JSON: some models put every file in its own block. */
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
 * Removes reasoning, which some models put between tags in their answer. An unclosed tag means that the answer was cut off
 * while reasoning. Tags in the middle of a line are part of the code.
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

function firstValid(parts: readonly string[]): FoundJson | undefined {
  const value = firstStructure(parts, strict)
  return value && { value, repaired: false }
}

function firstRepaired(parts: readonly string[]): FoundJson | undefined {
  const value = firstStructure(parts, repaired)
  return value && { value, repaired: true }
}

function firstStructure(parts: readonly string[], read: (part: string) => unknown): object | undefined {
  for (const part of parts) {
    const value = read(part)
    if (isStructure(value)) return value
  }
  return undefined
}

function strict(part: string): unknown {
  return unpack(parse(part))
}

/** jsonrepair recurses into nested brackets: deep nesting overflows the stack, which counts as unrepairable. */
function repaired(part: string): unknown {
  try {
    return unpack(parse(jsonrepair(withoutLongStrings(part))))
  } catch {
    return undefined
  }
}

/**
 * Replaces Python's triple-quoted strings, in which some models write code, by JSON strings. The code may contain
 * docstrings, so only triple quotes at the end of a value close it.
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
  // The answer was cut off.
  if (inside !== undefined) text.push(quoted(inside))
  return text.join('')
}

function quoted(pieces: readonly string[]): string {
  return JSON.stringify(pieces.join('"""').replace(/^\r?\n/, ''))
}

/** Parses JSON inside a JSON string. */
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
