/** The parts of a graph that are written and tested one by one, and their order. */
import type { GraphNode, RepositoryGraph } from '../../../../contracts/schema.ts'
import { withoutCircles } from '../../../../agents/framework/circles.ts'

/** A class or a function of a Python file. A file of another language, or without a class and a function, is written as a whole. */
export interface Unit {
  readonly id: string
  readonly node: GraphNode
  readonly path: string
  /** Methods of a class; classes and functions of a file that is written as a whole. */
  readonly parts: readonly GraphNode[]
  /** Units that it invokes or inherits from; of a whole file, those of the files that it imports. */
  readonly needs: readonly string[]
  /** From 1: units of a layer do not need each other. */
  readonly layer: number
}

/** @param graph Without circles. @returns the units in the order of the graph */
export function unitsOf(graph: RepositoryGraph): Unit[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const children = childrenOf(graph)
  const owners = ownersOf(graph, children)
  const members = new Map<string, string[]>()
  for (const [node, unit] of owners) members.set(unit, [...(members.get(unit) ?? []), node])
  const ids = [...new Set(owners.values())]
  const inFile = new Map<string, string[]>()
  for (const id of ids) {
    const path = nodes.get(id)?.path ?? ''
    inFile.set(path, [...(inFile.get(path) ?? []), id])
  }
  const needs = needsOf(graph, owners, inFile)
  const layers = layersOf(graph, ids, needs, inFile)
  return ids.flatMap((id) => {
    const node = nodes.get(id)
    if (!node) return []
    const parts = (members.get(id) ?? []).flatMap((each) => (each === id ? [] : (nodes.get(each) ?? [])))
    return [{ id, node, path: node.path, parts, needs: needs.get(id) ?? [], layer: layers.get(id) ?? 1 }]
  })
}

/** By id, the nodes that a node contains. */
export function childrenOf({ edges }: RepositoryGraph): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>()
  for (const { kind, from, to } of edges) {
    if (kind !== 'contains') continue
    const known = children.get(from)
    if (known) known.push(to)
    else children.set(from, [to])
  }
  return children
}

/** Node → the unit that it is a part of. */
function ownersOf(
  { nodes }: RepositoryGraph,
  children: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const { id, kind, path } of nodes) {
    if (kind !== 'file') continue
    const inside = children.get(id) ?? []
    const isWhole = !path.endsWith('.py') || inside.length === 0
    if (isWhole) owners.set(id, id)
    for (const child of inside) {
      owners.set(child, isWhole ? id : child)
      for (const part of children.get(child) ?? []) owners.set(part, isWhole ? id : child)
    }
  }
  return owners
}

function needsOf(
  { edges }: RepositoryGraph,
  owners: ReadonlyMap<string, string>,
  inFile: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const needs = new Map<string, Set<string>>()
  const add = (from: string, to: string) => {
    if (from === to) return
    const known = needs.get(from)
    if (known) known.add(to)
    else needs.set(from, new Set([to]))
  }
  for (const { kind, from, to } of edges) {
    const [unit, need] = [owners.get(from), owners.get(to)]
    if ((kind === 'invokes' || kind === 'inherits') && unit !== undefined && need !== undefined) add(unit, need)
    // A file that is written as a whole may use everything that it imports.
    if (kind === 'imports' && unit === from) for (const each of inFile.get(to) ?? []) add(unit, each)
  }
  return new Map([...needs].map(([id, all]) => [id, [...all]]))
}

/** Everything in a file comes after everything in the files that it imports, whether or not it names it. */
function layersOf(
  { edges }: RepositoryGraph,
  ids: readonly string[],
  needs: ReadonlyMap<string, readonly string[]>,
  inFile: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const imports = new Map<string, string[]>()
  for (const { kind, from, to } of edges) if (kind === 'imports') imports.set(from, [...(imports.get(from) ?? []), to])
  const barrier = (path: string) => `\0${path}`
  const graph = new Map<string, string[]>(ids.map((id) => [id, [...(needs.get(id) ?? [])]]))
  for (const [path, own] of inFile) {
    graph.set(barrier(path), [...own])
    for (const id of own) graph.get(id)?.push(...(imports.get(path) ?? []).map(barrier))
  }
  const { graph: acyclic } = withoutCircles(graph)
  const layers = new Map<string, number>()
  // Each comes after its needs; not recursive, because a chain may be as long as the graph.
  const open = [...acyclic.keys()]
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const below = acyclic.get(top) ?? []
    const missing = layers.has(top) ? [] : below.filter((each) => !layers.has(each) && acyclic.has(each))
    if (missing.length > 0) {
      open.push(...missing)
      continue
    }
    open.pop()
    const highest = below.reduce((most, each) => Math.max(most, layers.get(each) ?? 0), 0)
    if (!layers.has(top)) layers.set(top, top.startsWith('\0') ? highest : highest + 1)
  }
  return layers
}
