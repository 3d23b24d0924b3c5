import { jsonrepair } from 'jsonrepair'
import { fencedBlocks } from './fences.ts'

/** A JSON value found in a text. */
export interface FoundJson {
  readonly value: unknown
  /** The JSON was not valid. Valid JSON between other text is not repaired. */
  readonly repaired: boolean
}

/**
 * Finds the JSON of an answer: the whole text, a fenced block, or a value between prose. Repairs invalid JSON (trailing commas,
 * quotes, comments, a missing end).
 * @param isWanted Whether a value has the shape that was asked for. Of several such values the last one counts, because models correct
 * themselves. Without it the longest value counts, so that an example in the prose is not taken for the answer.
 */
export function findJson(text: string, isWanted?: (value: unknown) => boolean): FoundJson | undefined {
  const whole = unpack(parse(text.trim()))
  if (isStructure(whole)) return { value: whole, repaired: false }
  const { spans, isTrusted } = topLevelSpans(text)
  const valid = [...fencedParts(text), ...spans].flatMap((part) => {
    const value = strict(part)
    return isStructure(value) ? [{ part, value }] : []
  })
  if (isWanted) {
    const wanted = spans.map(strict).findLast((value) => isStructure(value) && isWanted(value))
    const value = wanted ?? valid.map((each) => each.value).findLast(isWanted)
    if (value !== undefined) return { value, repaired: false }
  }
  const longestSpan = spans.reduce((length, span) => Math.max(length, span.length), 0)
  const longest = valid.toSorted((a, b) => b.part.length - a.part.length)[0]
  // A short valid value beside a long invalid one is an example.
  if (longest && longest.part.length * EXAMPLE > longestSpan) return { value: longest.value, repaired: false }
  const parts = candidates(text).toSorted((a, b) => b.length - a.length)
  const repairable = isTrusted ? spans.toSorted((a, b) => b.length - a.length) : []
  return firstValid(laterArrays(text)) ?? firstRepaired([...repairable, ...parts])
}

/** How much longer than a valid value an invalid one may be before the valid one counts as an example. */
const EXAMPLE = 4

/** All JSON values of a text that stand beside each other. Empty if the text does not say where one ends: then `findJson` guesses. */
export function allJson(text: string): FoundJson[] {
  const { spans, isTrusted } = topLevelSpans(text)
  if (!isTrusted) return []
  return spans.flatMap((span): FoundJson[] => {
    const value = strict(span)
    if (isStructure(value)) return [{ value, repaired: false }]
    const mended = FIELD.test(span) ? repaired(span) : undefined
    return isStructure(mended) ? [{ value: mended, repaired: true }] : []
  })
}

/** A value begins with a bracket, and a field or an entry. Prose may contain `{name}`. */
const START = /[[{]\s*["{[]/g
/** More are no answer. */
const MOST_SPANS = 500
/** A field of a list of files. */
const FIELD = /["'](?:path|file|file_?name|file_?path|code|contents?)["']\s*:/i

/**
 * The texts from each bracket to the one that closes it, without those inside of others. They are not trusted if a part of a list of
 * files is left outside: quotes that are not escaped end a value too early.
 */
function topLevelSpans(text: string): { readonly spans: readonly string[]; readonly isTrusted: boolean } {
  const spans: string[] = []
  const rest: string[] = []
  let at = 0
  while (spans.length < MOST_SPANS) {
    START.lastIndex = at
    const start = START.exec(text)?.index
    const end = start === undefined ? undefined : endOfValue(text, start)
    if (start === undefined || end === undefined) break
    spans.push(text.slice(start, end))
    rest.push(text.slice(at, start))
    at = end
  }
  rest.push(text.slice(at))
  return { spans, isTrusted: spans.length > 0 && !FIELD.test(rest.join(' ')) }
}

/** The place after the bracket that closes the one at `start`. Brackets in strings do not count. */
function endOfValue(text: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

function fencedParts(text: string): string[] {
  const parts = fencedBlocks(text).map(({ content }) => content.trim())
  return parts.filter((part) => /^[[{"]/.test(part))
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
  return fencedParts(text)
    .map((part) => ({ part, value: strict(part) }))
    .map(({ part, value }) =>
      isStructure(value) ? { value, repaired: false } : { value: repaired(part), repaired: true },
    )
    .filter(({ value }) => isStructure(value))
}

function candidates(text: string): string[] {
  const fenced = fencedParts(text)
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
