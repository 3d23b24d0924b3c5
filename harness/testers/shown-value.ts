import { inspect } from 'node:util'

/** Characters of a value that a message shows. */
const LONGEST = 300
const DEEPEST = 6
/** The library writes the length of a text that it has cut behind it. */
const CUT = /… \((\d+) characters\)$/

/**
 * Characters that look like nothing or like a usual space: control and format characters (byte order marks, zero-width spaces, marks
 * of the writing direction), all other spaces and ends of lines. A joiner inside an emoji or a word stays.
 */
const INVISIBLE = /(?!\u200d|\u200c)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu

/** A text with its invisible characters as codes, such as `\uFEFF`, so that two texts that differ also look different. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
  })
}

/** A text in quotation marks, with its invisible characters as codes. */
export function inQuotes(text: string): string {
  return visible(JSON.stringify(text))
}

/** Like `inQuotes`; of a long text the beginning and the length. */
export function quoteText(text: string, longest = LONGEST): string {
  const length = CUT.exec(text)?.[1]
  const all = length === undefined ? text : text.replace(CUT, '')
  if (length === undefined && all.length <= longest) return inQuotes(all)
  return `${inQuotes(`${all.slice(0, longest)}…`)} (${length ?? String(all.length)} characters)`
}

/** A value for a message, on one line. Of a long one the beginning is shown. */
export function showValue(value: unknown, longest = LONGEST): string {
  if (typeof value === 'string') return quoteText(value, longest)
  const text = written(value, longest, 0)
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}

function written(value: unknown, longest: number, depth: number): string {
  if (typeof value === 'string') return quoteText(value, longest)
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return inspect(value)
  if (isAsymmetric(value)) return described(value, longest)
  if (ArrayBuffer.isView(value)) return `${String(value.byteLength)} bytes`
  if (depth >= DEEPEST) return '…'
  const inner = (each: unknown) => written(each, longest, depth + 1)
  if (Array.isArray(value)) return `[${joined(value, inner, longest)}]`
  if (!isPlain(value))
    return inspect(value, { depth: 1, breakLength: Infinity, maxArrayLength: 20, maxStringLength: longest })
  const entries = joined(Object.entries(value), ([key, each]) => `${key}: ${inner(each)}`, longest)
  return entries === '' ? '{}' : `{ ${entries} }`
}

function joined<T>(list: readonly T[], write: (each: T) => string, longest: number): string {
  let text = ''
  for (const each of list) {
    text += `${text === '' ? '' : ', '}${write(each)}`
    if (text.length > longest) return `${text.slice(0, longest)}…`
  }
  return text
}

export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

interface Asymmetric {
  /** The name of its class. */
  toString(): string
  readonly sample?: unknown
  readonly inverse?: boolean
}

/** A value such as `expect.any(Number)`, which stands for many. */
export function isAsymmetric(value: unknown): value is Asymmetric {
  return (
    typeof value === 'object' &&
    value !== null &&
    '$$typeof' in value &&
    value.$$typeof === Symbol.for('jest.asymmetricMatcher')
  )
}

function described(value: Asymmetric, longest: number): string {
  const { sample, inverse = false } = value
  const not = inverse ? 'not ' : ''
  switch (value.toString().replace('Not', '')) {
    case 'Any':
      return `any ${typeof sample === 'function' ? sample.name : String(sample)}`
    case 'Anything':
      return 'anything'
    case 'StringMatching':
      return `${not}a text that matches ${String(sample)}`
    case 'StringContaining':
      return `${not}a text that contains ${showValue(sample, longest)}`
    case 'ArrayContaining':
      return `${not}a list that contains ${showValue(sample, longest)}`
    case 'ObjectContaining':
      return `${not}an object that contains ${showValue(sample, longest)}`
    case 'NumberCloseTo':
      return `${not}about ${String(sample)}`
    default:
      return inspect(value, { breakLength: Infinity })
  }
}
