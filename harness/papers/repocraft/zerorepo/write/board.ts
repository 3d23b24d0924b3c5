/** The state that all units share while they are written. */
import type { Attribution, Brief, NodeState, RepositoryGraph, UnitAttempt } from '../../../../contracts/schema.ts'
import type { TextFile } from '../../../../contracts/types.ts'
import { pathProblem } from '../../../../lib/files/confine.ts'
import { clashing } from '../../../../agents/framework/clashes.ts'
import type { Setting } from '../../../../agents/framework/setting.ts'
import type { Unit } from '../graph/units.ts'
import { filesOf, type Sources } from './sources.ts'

/** The work on one unit so far. */
export interface Work {
  readonly unit: Unit
  /** Undefined if it cannot be tested. */
  test?: string | undefined
  state: NodeState
  repairs: number
  readonly attempts: (Omit<UnitAttempt, 'attribution'> & { attribution?: Attribution })[]
  note: string
}

export class Board {
  readonly setting: Setting
  readonly graph: RepositoryGraph
  readonly units: readonly Unit[]
  readonly work: ReadonlyMap<string, Work>
  /** Unit → its code; changed only between layers, so that all units of a layer see the same. */
  readonly sources = new Map<string, string>()
  readonly #byId: ReadonlyMap<string, Unit>
  readonly #given: ReadonlyMap<string, string>

  constructor(setting: Setting, graph: RepositoryGraph, units: readonly Unit[]) {
    this.setting = setting
    this.graph = graph
    this.units = units
    this.#byId = new Map(units.map((unit) => [unit.id, unit]))
    this.#given = givenFiles(setting.brief)
    this.work = new Map(
      units.map((unit) => [unit.id, { unit, state: 'planned', repairs: 0, attempts: [], note: '' } satisfies Work]),
    )
  }

  unit(id: string): Unit | undefined {
    return this.#byId.get(id)
  }

  workOf({ id }: Unit): Work {
    const work = this.work.get(id)
    if (!work) throw new TypeError(`${id} is no unit of this board`)
    return work
  }

  /** The files with some units replaced. */
  filesWith(changes: Sources = new Map()): TextFile[] {
    return filesOf(this.units, new Map([...this.sources, ...changes]), this.#given)
  }

  /** The same with the files of the brief that no unit is in, for tests: units may import them. */
  roomWith(changes: Sources = new Map()): TextFile[] {
    const files = this.filesWith(changes)
    const written = new Set(files.map(({ path }) => path))
    const others = [...this.#given].filter(([path]) => !written.has(path))
    const all = [...files, ...others.map(([path, content]) => ({ path, content }))]
    const clashes = clashing(all.map(({ path }) => path))
    return all.filter(({ path }) => !clashes.has(path))
  }

  /** Units that a unit needs, and what these need, the nearest first. */
  neighbours(unit: Unit): Unit[] {
    const found = new Set([unit.id])
    // The set grows while it is read.
    for (const id of found) for (const need of this.unit(id)?.needs ?? []) found.add(need)
    return [...found].slice(1).flatMap((id) => this.unit(id) ?? [])
  }

  /** Units that pass and that need a unit, directly or not. */
  dependents({ id }: Unit): Unit[] {
    const users = new Map<string, string[]>()
    for (const { id: user, needs } of this.units)
      for (const need of needs) users.set(need, [...(users.get(need) ?? []), user])
    const found = new Set([id])
    for (const each of found) for (const user of users.get(each) ?? []) found.add(user)
    return this.units.filter((each) => found.has(each.id) && each.id !== id && passes(this.workOf(each).state))
  }

  note(text: string): void {
    this.setting.context.note(text)
  }
}

/** An earlier version of the project, or a skeleton. */
function givenFiles({ input }: Brief): ReadonlyMap<string, string> {
  const files =
    input.type === 'skeleton'
      ? input.files
      : input.type === 'documents'
        ? input.documents.filter(({ role }) => role === 'template')
        : []
  return new Map(
    files.filter(({ path }) => pathProblem(path) === undefined).map(({ path, content }) => [path, content]),
  )
}

export function passes(state: NodeState): boolean {
  return state === 'passing' || state === 'repaired'
}
