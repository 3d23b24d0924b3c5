import type { GraphNode } from '../../../../contracts/schema.ts'

/** Finds the nodes that the names of an answer mean. */
export class References {
  readonly #nodes: ReadonlyMap<string, GraphNode>
  readonly #byName = new Map<string, GraphNode[]>()

  constructor(nodes: readonly GraphNode[]) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]))
    for (const node of nodes) {
      const known = this.#byName.get(node.name)
      if (known) known.push(node)
      else this.#byName.set(node.name, [node])
    }
  }

  has(id: string): boolean {
    return this.#nodes.has(id)
  }

  fileOf(id: string): string | undefined {
    return this.#nodes.get(id)?.path
  }

  /** The id of a capability by its id, its name, or its name after those that it is a part of. */
  capability(written: string): string {
    const id = written.startsWith('capability: ') ? written : `capability: ${written}`
    if (this.#nodes.has(id)) return id
    const last = written.split(' / ').at(-1) ?? written
    const named = [written, last].flatMap((name) => this.#byName.get(name) ?? [])
    return named.find(({ kind }) => kind === 'capability')?.id ?? id
  }

  /**
   * The id of a class or a function by `path:name`, or by its name if it is in the same file or has a name of its own.
   * @returns nothing for a name outside the plan, such as `print`; an unknown id for an unknown name with a path
   */
  unit(written: string, path: string): string[] {
    const name = written.replace(/\(.*$/s, '').trim()
    const at = name.lastIndexOf(':')
    if (at > 0) return [name]
    const own = `${path}:${name}`
    if (this.#nodes.has(own)) return [own]
    const units = (this.#byName.get(name) ?? []).filter(
      ({ kind, id }) => isUnit(kind) && !id.includes('.', id.lastIndexOf(':')),
    )
    if (units.length === 1) return units.map(({ id }) => id)
    return []
  }
}

function isUnit(kind: GraphNode['kind']): boolean {
  return kind === 'class' || kind === 'function'
}
