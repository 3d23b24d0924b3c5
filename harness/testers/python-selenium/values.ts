import { BadParameter } from '../../errors.ts'
import type { Mission } from '../../types.ts'
import type { PythonTestcode } from '../../projecteval/testcodes.ts'

const LONGEST_VALUE = 100_000

/**
 * The arguments of a testcode: those that it declares, no others. A number stands for its text.
 * @throws BadParameter naming the first that is missing or no text
 */
export function argumentsOf(
  testcode: PythonTestcode,
  values: Readonly<Record<string, unknown>>,
  kind: Mission['kind'],
): Record<string, string> {
  return Object.fromEntries(testcode.parameters.map((name) => [name, textOf(name, values, kind)]))
}

function textOf(name: string, values: Readonly<Record<string, unknown>>, kind: Mission['kind']): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined || value === null) throw new BadParameter(`no value was given for "${name}"`)
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string')
    throw new BadParameter(`the value of "${name}" is not a text: ${JSON.stringify(value).slice(0, 100)}`)
  if (text.length > LONGEST_VALUE)
    throw new BadParameter(`the value of "${name}" is longer than ${String(LONGEST_VALUE)} characters`)
  // What a program prints is compared with these values, and an empty one is like no output at all.
  if (kind !== 'website' && text.trim() === '') throw new BadParameter(`the value of "${name}" is empty`)
  return text
}
