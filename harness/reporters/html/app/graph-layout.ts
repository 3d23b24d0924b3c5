/** Places the modules of a project in columns, by their distance from the entry point. */
import type { ModuleGraph } from '../../../contracts/schema.ts'

export interface Box {
  /** Index into the modules of the graph; undefined for a target that does not exist. */
  readonly module?: number
  readonly label: string
  readonly x: number
  readonly y: number
}

export interface Edge {
  /** Indexes into the boxes. */
  readonly from: number
  readonly to: number
  readonly broken?: string
}

export interface Layout {
  /** Boxes of modules in the order of the graph, then those of missing targets. */
  readonly boxes: readonly Box[]
  readonly edges: readonly Edge[]
  readonly width: number
  readonly height: number
}

/** In pixels. */
export const BOX = { width: 168, height: 22 } as const
const GAP = { column: 84, row: 10, edge: 12 } as const
/** Boxes in one column; a longer one continues in the next column. */
const TALLEST = 28
/** Characters of a label that fit into a box. */
const LONGEST_LABEL = 23
/** Times that the order in the columns is improved. */
const SWEEPS = 4

interface Node {
  readonly module?: number
  readonly label: string
  column: number
}

export function layoutOf(graph: ModuleGraph): Layout {
  const { nodes, edges } = nodesOf(graph)
  const columns = split(ordered(columnsOf(nodes), edges))
  const boxes: Box[] = []
  for (const [column, members] of columns.entries())
    for (const [row, node] of members.entries()) {
      const { module, label } = nodes[node] ?? { label: '' }
      boxes[node] = { ...(module === undefined ? {} : { module }), label, ...placeOf(column, row) }
    }
  const tallest = Math.max(0, ...columns.map((members) => members.length))
  return {
    boxes,
    edges,
    width: 2 * GAP.edge + Math.max(0, columns.length * (BOX.width + GAP.column) - GAP.column),
    height: 2 * GAP.edge + Math.max(0, tallest * (BOX.height + GAP.row) - GAP.row),
  }
}

function placeOf(column: number, row: number): Pick<Box, 'x' | 'y'> {
  return { x: GAP.edge + column * (BOX.width + GAP.column), y: GAP.edge + row * (BOX.height + GAP.row) }
}

/** A missing target is a node in the column behind the first module that imports it. */
function nodesOf(graph: ModuleGraph): { nodes: Node[]; edges: Edge[] } {
  const distances = distancesOf(graph)
  const nodes: Node[] = graph.modules.map(({ path }, module) => ({
    module,
    label: labelOf(path),
    column: distances[module] ?? 0,
  }))
  const missing = new Map<string, number>()
  const edges: Edge[] = []
  for (const { from, to, missing: specifier, broken } of graph.links) {
    const place = to ?? missing.get(specifier ?? '') ?? nodes.length
    if (place === nodes.length) {
      missing.set(specifier ?? '', place)
      nodes.push({ label: shortened(specifier ?? ''), column: (nodes[from]?.column ?? 0) + 1 })
    }
    edges.push({ from, to: place, ...(broken === undefined ? {} : { broken }) })
  }
  return { nodes, edges }
}

/** Links from an entry, or from a module that nobody imports; modules that are never reached stand behind all others. */
function distancesOf({ modules, links }: ModuleGraph): number[] {
  const next = modules.map((): number[] => [])
  const isImported = new Set<number>()
  for (const { from, to } of links) {
    if (to === undefined) continue
    next[from]?.push(to)
    isImported.add(to)
  }
  const distances = new Map<number, number>()
  const walk = (roots: readonly number[], column: number) => {
    let wave = roots.filter((root) => !distances.has(root))
    for (let at = column; wave.length > 0; at += 1) {
      for (const node of wave) distances.set(node, at)
      wave = [...new Set(wave.flatMap((node) => next[node] ?? []))].filter((node) => !distances.has(node))
    }
  }
  const indexes = [...modules.keys()]
  walk(
    indexes.filter((index) => modules[index]?.entry),
    0,
  )
  walk(
    indexes.filter((index) => !modules[index]?.orphan && !isImported.has(index)),
    0,
  )
  const behind = Math.max(-1, ...distances.values()) + 1
  walk(
    indexes.filter((index) => !isImported.has(index)),
    behind,
  )
  walk(indexes, behind)
  return indexes.map((index) => distances.get(index) ?? 0)
}

function columnsOf(nodes: readonly Node[]): number[][] {
  const last = Math.max(-1, ...nodes.map(({ column }) => column))
  const columns = Array.from({ length: last + 1 }, (): number[] => [])
  for (const [index, { column }] of nodes.entries()) columns[column]?.push(index)
  return columns
}

/** Puts each node near the mean row of its neighbours in other columns, so that fewer edges cross. */
function ordered(columns: readonly (readonly number[])[], edges: readonly Edge[]): number[][] {
  const neighbours = new Map<number, number[]>()
  const connect = (a: number, b: number) => {
    const known = neighbours.get(a)
    if (known) known.push(b)
    else neighbours.set(a, [b])
  }
  for (const { from, to } of edges) {
    connect(from, to)
    connect(to, from)
  }
  let order = columns.map((members) => [...members])
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const rows = new Map(order.flatMap((members) => members.map((node, row) => [node, row / members.length] as const)))
    const rank = (node: number) =>
      mean((neighbours.get(node) ?? []).map((each) => rows.get(each) ?? 0)) ?? rows.get(node) ?? 0
    order = order.map((members) => members.toSorted((a, b) => rank(a) - rank(b) || a - b))
  }
  return order
}

function mean(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

function split(columns: readonly (readonly number[])[]): number[][] {
  return columns.flatMap((members) => {
    const parts = Math.ceil(members.length / TALLEST)
    const size = Math.ceil(members.length / parts)
    return Array.from({ length: parts }, (_, part) => members.slice(part * size, (part + 1) * size))
  })
}

/** Files of these names say nothing without their folder. */
const VAGUE = /^(__init__|__main__|index|mod)\.\w+$/

export function labelOf(path: string): string {
  const parts = path.split('/')
  const name = parts.at(-1) ?? path
  const folder = parts.at(-2)
  return shortened(VAGUE.test(name) && folder !== undefined ? `${folder}/${name}` : name)
}

function shortened(label: string): string {
  return label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL - 1)}…`
}

/** A curve from the right side of a box to the left side of another one; on the same side if that is not to its right. */
export function curve(from: Box, to: Box): string {
  const [y1, y2] = [from.y + BOX.height / 2, to.y + BOX.height / 2]
  const [x1, isForward] = [from.x + BOX.width, to.x > from.x]
  const x2 = isForward ? to.x : to.x + BOX.width
  const bend = isForward ? Math.max(30, (x2 - x1) / 2) : 40
  const [c1, c2] = [x1 + bend, isForward ? x2 - bend : x2 + bend]
  return `M${String(x1)} ${String(y1)}C${String(c1)} ${String(y1)} ${String(c2)} ${String(y2)} ${String(x2)} ${String(y2)}`
}
