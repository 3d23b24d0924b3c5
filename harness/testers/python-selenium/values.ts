import path from 'node:path'
import { BadParameter } from '../../errors.ts'
import type { Mission } from '../../contracts/types.ts'
import type { PythonTestcode } from '../../contracts/schema.ts'
import { inShort } from '../in-short.ts'
import { materialIn } from './materials.ts'

const LONGEST_VALUE = 100_000

/** What values are checked against. */
type Judged = Pick<Mission, 'kind' | 'materials'>

/**
 * The arguments of a testcode: those that it declares, no others. A number stands for its text.
 * @throws BadParameter naming the first that is missing, no text, or a material
 */
export function argumentsOf(
  testcode: PythonTestcode,
  values: Readonly<Record<string, unknown>>,
  mission: Judged,
): Record<string, string> {
  return Object.fromEntries(testcode.parameters.map((name) => [name, textOf(name, values, mission)]))
}

function textOf(name: string, values: Readonly<Record<string, unknown>>, mission: Judged): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined || value === null) throw new BadParameter(`no value was given for "${name}"`)
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string') throw new BadParameter(`the value of "${name}" is not a text: ${inShort(value)}`)
  if (text.length > LONGEST_VALUE)
    throw new BadParameter(`the value of "${name}" is longer than ${String(LONGEST_VALUE)} characters`)
  // What a program prints is compared with these values, and an empty one is like no output at all.
  if (mission.kind !== 'website' && text.trim() === '') throw new BadParameter(`the value of "${name}" is empty`)
  if (namesMaterial(text, mission))
    throw new BadParameter(`the value of "${name}" names a material, which is no file of the project's making`)
  return text
}

/** Materials are for the testcodes' own sources to name: one that stood for an output would be compared with itself. */
function namesMaterial(text: string, { kind, materials }: Judged): boolean {
  const file = kind === 'website' ? materialIn(text) : path.posix.normalize(text.replaceAll('\\', '/'))
  return materials.some((material) => path.basename(material) === file || material === file)
}
