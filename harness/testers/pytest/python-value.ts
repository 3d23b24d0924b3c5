import type { PythonValue } from '../../contracts/schema.ts'

const TEXTS: readonly unknown[] = ['i', 'f', 's', 'y', '?']
const LISTS: readonly unknown[] = ['l', 't', 'e']

/** The judge's code in the process goes no deeper than 40 values. */
const DEEPEST = 100

/**
 * The same as `pythonValueSchema`, which takes most of the judge's time if a test tells many values, but for those that are too deep.
 */
export function isPythonValue(value: unknown, depth = 0): value is PythonValue {
  if (!Array.isArray(value) || depth > DEEPEST) return false
  const [kind, content] = value as unknown[]
  if (kind === 'n') return value.length === 1
  if (value.length !== 2) return false
  if (kind === 'b') return typeof content === 'boolean'
  if (TEXTS.includes(kind)) return typeof content === 'string'
  if (!Array.isArray(content)) return false
  const isPart = (part: unknown): boolean => isPythonValue(part, depth + 1)
  if (LISTS.includes(kind)) return content.every(isPart)
  return kind === 'd' && content.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isPart))
}
