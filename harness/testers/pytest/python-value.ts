import type { PythonValue } from '../../contracts/schema.ts'

const TEXTS: readonly unknown[] = ['i', 'f', 's', 'y', '?']
const LISTS: readonly unknown[] = ['l', 't', 'e']

/** The same as `pythonValueSchema`, which takes most of the judge's time if a test tells many values. */
export function isPythonValue(value: unknown): value is PythonValue {
  if (!Array.isArray(value)) return false
  const [kind, content] = value as unknown[]
  if (kind === 'n') return value.length === 1
  if (value.length !== 2) return false
  if (kind === 'b') return typeof content === 'boolean'
  if (TEXTS.includes(kind)) return typeof content === 'string'
  if (!Array.isArray(content)) return false
  return LISTS.includes(kind) ? content.every(isPythonValue) : kind === 'd' && content.every(isPair)
}

function isPair(pair: unknown): boolean {
  return Array.isArray(pair) && pair.length === 2 && pair.every(isPythonValue)
}
