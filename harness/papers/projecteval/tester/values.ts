import path from 'node:path'
import { BadParameter } from '../../../errors.ts'
import type { Mission } from '../../../contracts/types.ts'
import type { PythonTestcode } from '../../../contracts/schema.ts'
import { inShort } from '../../../testers/in-short.ts'
import { materialIn } from './materials.ts'

const LONGEST_VALUE = 100_000

/** The part of a mission that values are checked against. */
type Judged = Pick<Mission, 'kind' | 'materials'>

/**
 * The declared arguments of a testcode. Numbers and booleans are converted to texts.
 * @throws BadParameter for the first value that is missing, not a text, too long, or the name of a material
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
  // Output is compared with these values, and an empty value would match a program that prints nothing.
  if (mission.kind !== 'website' && text.trim() === '') throw new BadParameter(`the value of "${name}" is empty`)
  if (namesMaterial(text, mission))
    throw new BadParameter(`the value of "${name}" names a material of the mission; name a file that the project makes`)
  return text
}

/** Only testcode sources may name materials: a material given as output would be compared with itself. */
function namesMaterial(text: string, { kind, materials }: Judged): boolean {
  const file = kind === 'website' ? materialIn(text) : path.posix.normalize(text.replaceAll('\\', '/'))
  return materials.some((material) => path.basename(material) === file || material === file)
}
