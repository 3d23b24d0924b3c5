import type { PythonValue } from '../../contracts/schema.ts'

/**
 * A text for a Python value: two plain values are equal in Python exactly if their texts are equal, so `1`, `1.0` and `True`
 * have the same one. Undefined for a value that is not plain, and for NaN, which is not equal to itself.
 */
export function canonical(value: PythonValue): string | undefined {
  if (value[0] === 'n') return 'n'
  if (value[0] === 'b') return value[1] ? 'i1' : 'i0'
  if (value[0] === '?') return undefined
  if (value[0] === 'i') return `i${value[1]}`
  if (value[0] === 'f') return ofFloat(value[1])
  if (value[0] === 's') return JSON.stringify(value[1])
  if (value[0] === 'y') return `y${value[1]}`
  if (value[0] === 'd') return joined(value[1].map(ofPair), (parts) => `{${parts.toSorted().join(',')}}`)
  const inner = value[1].map(canonical)
  if (value[0] === 'e') return joined(inner, (parts) => `<${[...new Set(parts)].toSorted().join(',')}>`)
  return joined(inner, (parts) => (value[0] === 'l' ? `[${parts.join(',')}]` : `(${parts.join(',')})`))
}

function joined(
  parts: readonly (string | undefined)[],
  join: (parts: readonly string[]) => string,
): string | undefined {
  const known = parts.filter((part) => part !== undefined)
  return known.length === parts.length ? join(known) : undefined
}

function ofPair([name, each]: readonly [PythonValue, PythonValue]): string | undefined {
  const parts = [canonical(name), canonical(each)]
  return parts.includes(undefined) ? undefined : parts.join(':')
}

function ofFloat(text: string): string | undefined {
  if (text === 'nan') return undefined
  const number = Number(text.replace('inf', 'Infinity'))
  return Number.isInteger(number) ? `i${BigInt(number).toString()}` : `f${String(number)}`
}

/** `needle in hay` of Python; undefined if that cannot be told from plain values. */
export function isIn(needle: PythonValue, hay: PythonValue): boolean | undefined {
  const key = canonical(needle)
  if (key === undefined) return undefined
  if (hay[0] === 's') return needle[0] === 's' ? hay[1].includes(needle[1]) : undefined
  if (hay[0] === 'y') return bytesIn(needle, hay[1])
  if (hay[0] === 'd') return hay[1].some(([name]) => canonical(name) === key)
  if (hay[0] !== 'l' && hay[0] !== 't' && hay[0] !== 'e') return undefined
  if (hay[1].some((each) => canonical(each) === key)) return true
  return hay[1].some((each) => canonical(each) === undefined) ? undefined : false
}

function bytesIn(needle: PythonValue, hay: string): boolean | undefined {
  const bytes = Buffer.from(hay, 'hex')
  if (needle[0] === 'y') return bytes.includes(Buffer.from(needle[1], 'hex'))
  return needle[0] === 'i' ? bytes.includes(Number(needle[1])) : undefined
}

const LONGEST = 200

/** As a person reads it. */
export function showValue(value: PythonValue): string {
  const text = plain(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function plain(value: PythonValue): string {
  switch (value[0]) {
    case 'n':
      return 'None'
    case 'b':
      return value[1] ? 'True' : 'False'
    case 's':
      return JSON.stringify(value[1])
    case 'y':
      return `bytes ${value[1]}`
    case '?':
      return 'an object'
    case 'd':
      return `{${value[1].map(([name, each]) => `${plain(name)}: ${plain(each)}`).join(', ')}}`
    case 'l':
    case 't':
    case 'e':
      return `[${value[1].map(plain).join(', ')}]`
    default:
      return value[1]
  }
}
