/** The planning graph that follows from what was planned so far. */
import type { EdgeKind, GraphEdge, GraphFlow, GraphNode, RepositoryGraph } from '../../../../contracts/schema.ts'
import type { ReadCapability, ReadFile, ReadFlow, ReadUnit } from '../../../../agents/output/repository-plan.ts'

export interface Plan {
  readonly capabilities: readonly ReadCapability[]
  readonly files: readonly ReadFile[]
  readonly flows: readonly ReadFlow[]
  /** Base classes, with their paths. */
  readonly bases: readonly ReadUnit[]
  /** The classes and functions of each file, beside its base classes. */
  readonly interfaces: ReadonlyMap<string, readonly ReadUnit[]>
}

export const NO_PLAN: Plan = { capabilities: [], files: [], flows: [], bases: [], interfaces: new Map() }

/** @returns a graph that may have edges to nodes that do not exist: `graphProblems` names them */
export function graphOf(plan: Plan): RepositoryGraph {
  const nodes: GraphNode[] = []
  const edges = new Edges()
  addCapabilities(plan.capabilities, '', nodes, edges)
  for (const { path, description } of plan.files)
    nodes.push(nodeOf({ id: path, kind: 'file', name: path.split('/').at(-1) ?? path, path, description }))
  const units = [...unitsByFile(plan)].flatMap(([path, own]) => own.map((unit) => ({ path, unit })))
  for (const { path, unit } of units) addUnit(path, unit, nodes, edges)
  const references = new References(nodes)
  for (const { path, capabilities, imports } of plan.files) {
    for (const name of capabilities) edges.add('contains', references.capability(name), path)
    for (const need of imports) if (need !== path) edges.add('imports', path, need)
  }
  for (const { path, unit } of units) addNeeds(path, unit, references, edges)
  const features = new Map(
    units.map(({ path, unit }) => [unitId(path, unit.name), unit.features.map((each) => references.capability(each))]),
  )
  return {
    nodes: nodes.map((node) => ({ ...node, features: known(features.get(node.id) ?? [], references) })),
    edges: edges.all,
    flows: plan.flows.map((flow): GraphFlow => ({ ...flow })),
  }
}

function known(ids: readonly string[], references: References): string[] {
  return [...new Set(ids)].filter((id) => references.has(id))
}

/** Base classes come first in their file. */
export function unitsByFile({ files, bases, interfaces }: Plan): ReadonlyMap<string, readonly ReadUnit[]> {
  return new Map(
    files.map(({ path }) => {
      const own = bases.filter((base) => base.path === path)
      const names = new Set(own.map(({ name }) => name))
      const others = (interfaces.get(path) ?? []).filter(({ name }) => !names.has(name))
      return [path, [...own, ...others]]
    }),
  )
}

export function unitId(path: string, name: string): string {
  return `${path}:${name}`
}

function nodeOf(node: Pick<GraphNode, 'id' | 'kind' | 'name'> & Partial<GraphNode>): GraphNode {
  return { description: '', path: '', signature: '', features: [], state: 'planned', ...node }
}

function addCapabilities(
  capabilities: readonly ReadCapability[],
  parent: string,
  nodes: GraphNode[],
  edges: Edges,
): void {
  for (const { name, description, features, parts } of capabilities) {
    const id = parent === '' ? `capability: ${name}` : `${parent} / ${name}`
    nodes.push(nodeOf({ id, kind: 'capability', name, description }))
    if (parent !== '') edges.add('composes', id, parent)
    addCapabilities(parts, id, nodes, edges)
    const inside = new Set(parts.map((part) => part.name))
    for (const feature of features) {
      if (inside.has(feature)) continue
      const own = `${id} / ${feature}`
      nodes.push(nodeOf({ id: own, kind: 'capability', name: feature }))
      edges.add('composes', own, id)
    }
  }
}

function addUnit(path: string, unit: ReadUnit, nodes: GraphNode[], edges: Edges): void {
  const id = unitId(path, unit.name)
  const { kind, name, signature, description } = unit
  nodes.push(nodeOf({ id, kind, name, path, signature, description }))
  edges.add('contains', path, id)
  for (const method of unit.methods) {
    const own = `${id}.${method.name}`
    nodes.push(nodeOf({ id: own, kind: 'function', path, ...method }))
    edges.add('contains', id, own)
  }
}

function addNeeds(path: string, unit: ReadUnit, references: References, edges: Edges): void {
  const id = unitId(path, unit.name)
  const needs = [
    ...unit.bases.flatMap((base) => references.unit(base, path)).map((to) => ['inherits', to] as const),
    ...unit.invokes.flatMap((name) => references.unit(name, path)).map((to) => ['invokes', to] as const),
  ]
  for (const [kind, to] of needs) {
    // A function may call itself.
    if (to === id || to.startsWith(`${id}.`)) continue
    edges.add(kind, id, to)
    const file = references.fileOf(to)
    if (file !== undefined && file !== path) edges.add('imports', path, file)
  }
}

/** Each edge once. */
class Edges {
  readonly #edges = new Map<string, GraphEdge>()

  add(kind: EdgeKind, from: string, to: string): void {
    this.#edges.set(JSON.stringify([kind, from, to]), { kind, from, to })
  }

  get all(): GraphEdge[] {
    return [...this.#edges.values()]
  }
}

// ---- references ----------------------------------------------------------------------------------------------------

/** Finds the nodes that the names of an answer mean. */
class References {
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
