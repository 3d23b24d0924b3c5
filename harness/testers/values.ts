import { BadParameter, MachineFault } from '../errors.ts'
import { pathProblem } from '../lib/files/confine.ts'
import type { Parameter } from '../contracts/schema.ts'
import type { Mission, Testcode } from '../contracts/types.ts'
import { inShort } from './in-short.ts'

const LONGEST_VALUE = 4096

/** The values that an agent gave for one testcode. Each is checked when it is read. */
export class ParameterValues {
  readonly #mission: Mission
  readonly #testcode: Testcode
  readonly #values: Readonly<Record<string, unknown>>

  constructor(mission: Mission, testcode: Testcode, values: Readonly<Record<string, unknown>>) {
    this.#mission = mission
    this.#testcode = testcode
    this.#values = values
  }

  /**
   * A value and the declaration of its parameter.
   * @throws BadParameter if the agent gave no value, or one that is not a text
   * @throws MachineFault if the mission does not declare the parameter for this testcode
   */
  get<Kind extends Parameter['kind']>(
    name: string,
    kind: Kind,
  ): { value: string; parameter: Extract<Parameter, { kind: Kind }> } {
    const parameter = this.#mission.parameters?.[name]
    if (this.#testcode.parameters?.includes(name) !== true || parameter?.kind !== kind) {
      throw new MachineFault(`testcode "${this.#testcode.id}" declares no ${kind} parameter "${name}"`)
    }
    return { value: this.#textOf(name), parameter: parameter as Extract<Parameter, { kind: Kind }> }
  }

  /** The names and kinds of the parameters of the testcode. */
  declared(): (readonly [name: string, kind: Parameter['kind']])[] {
    return (this.#testcode.parameters ?? []).flatMap((name) => {
      const parameter = this.#mission.parameters?.[name]
      return parameter ? [[name, parameter.kind] as const] : []
    })
  }

  #textOf(name: string): string {
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined
    if (value === undefined || value === null) throw new BadParameter(`no value was given for "${name}"`)
    if (typeof value !== 'string') throw new BadParameter(`the value of "${name}" is not a text: ${inShort(value)}`)
    if (value.length > LONGEST_VALUE)
      throw new BadParameter(`the value of "${name}" is longer than ${String(LONGEST_VALUE)} characters`)
    return value
  }

  /** @throws BadParameter if the path leads out of the project's folder */
  file(name: string): string {
    const { value } = this.get(name, 'file')
    const file = value.replace(/^\.\//, '')
    const problem = pathProblem(file)
    if (problem !== undefined) throw new BadParameter(`the path "${value}" given for "${name}" ${problem}`)
    return file
  }
}
