/** The origin of the value of a variable. */
export interface Edge {
  readonly name: string
  /** Index of the token, in document order. */
  readonly index: number
  /** Whether the value is taken unchanged or computed from the parents. */
  readonly relation: 'comesFrom' | 'computedFrom'
  readonly parents: readonly string[]
  readonly parentIndexes: readonly number[]
}

/** Removes duplicate names and orders them; the order may depend on the names and their first occurrence. */
export type NameOrder = (names: readonly string[]) => string[]

export const firstSeen: NameOrder = (names) => [...new Set(names)]

/** Merges the edges of a loop's body, which is visited twice: edges of one use become one edge with all their parents. */
export function mergeLoop(edges: readonly Edge[], order: NameOrder): Edge[] {
  const groups = new Map<string, Edge>()
  for (const edge of edges) {
    const key = `${edge.index} ${edge.relation} ${edge.name}`
    const earlier = groups.get(key)
    groups.set(key, earlier ? { ...edge, ...parentsOfBoth(earlier, edge, order) } : edge)
  }
  return [...groups.values()]
}

/** Sorts the edges of a text, removes unconnected ones, and merges those of one use. */
export function tidy(edges: readonly Edge[], order: NameOrder): Edge[] {
  const sorted = edges.toSorted((a, b) => a.index - b.index)
  const used = new Set<number>()
  for (const { index, parents, parentIndexes } of sorted) {
    if (parents.length > 0) used.add(index)
    for (const parent of parentIndexes) used.add(parent)
  }
  const byIndex = new Map<number, Edge>()
  for (const edge of sorted) {
    if (!used.has(edge.index)) continue
    const earlier = byIndex.get(edge.index)
    byIndex.set(edge.index, earlier ? { ...edge, ...parentsOfBoth(earlier, edge, order) } : edge)
  }
  return [...byIndex.values()]
}

function parentsOfBoth(a: Edge, b: Edge, order: NameOrder): Pick<Edge, 'parents' | 'parentIndexes'> {
  return {
    parents: order([...a.parents, ...b.parents]),
    parentIndexes: [...new Set([...a.parentIndexes, ...b.parentIndexes])].toSorted((x, y) => x - y),
  }
}

/** Replaces variable names by numbers in order of appearance, so that only the structure counts. */
export function normaliseEdges(edges: readonly Edge[]): string[] {
  const names = new Map<string, number>()
  const number = (name: string) => {
    const known = names.get(name) ?? names.size
    names.set(name, known)
    return known
  }
  return edges.map(({ name, relation, parents }) => {
    const from = parents.map(number)
    return `${number(name)} ${relation} ${from.join(' ')}`
  })
}
