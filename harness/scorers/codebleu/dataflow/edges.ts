/** Where the value of a variable comes from. */
export interface Edge {
  readonly name: string
  /** Of the token, in document order. */
  readonly index: number
  /** From what is, unchanged, or computed from it. */
  readonly relation: 'comesFrom' | 'computedFrom'
  readonly parents: readonly string[]
  readonly parentIndexes: readonly number[]
}

/** Distinct names in an order that depends on the names and, at most, on the order in which they came. */
export type NameOrder = (names: readonly string[]) => string[]

export const firstSeen: NameOrder = (names) => [...new Set(names)]

/** What a loop's body gives when it is visited twice: edges of one use become one, whose parents are those of all. */
export function mergeLoop(edges: readonly Edge[], order: NameOrder): Edge[] {
  const groups = new Map<string, Edge>()
  for (const edge of edges) {
    const key = `${edge.index} ${edge.relation} ${edge.name}`
    const earlier = groups.get(key)
    groups.set(key, earlier ? { ...edge, ...parentsOfBoth(earlier, edge, order) } : edge)
  }
  return [...groups.values()]
}

/** The edges of a whole text: in order, without those that lead nowhere, one for each use. */
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

/** Edges with variables named by the order in which they come up, so that only the structure counts. */
export function normalised(edges: readonly Edge[]): string[] {
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
