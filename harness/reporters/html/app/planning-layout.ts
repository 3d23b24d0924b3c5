/**
 * Places a planning graph: capabilities as an indented list on the left, then files as cards with their classes and functions, each file to the
 * right of those that it imports.
 */
import type { GraphNode, RepositoryGraph } from '../../../contracts/schema.ts'

export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Levels inside its card or its list. */
  readonly indent: number
}

export interface Line {
  /** Indexes into the nodes. */
  readonly from: number
  readonly to: number
  readonly kind: string
}

export interface PlanningLayout {
  /** By the index of the node; undefined for one that nothing contains. */
  readonly places: readonly (Place | undefined)[]
  /** Indexes of the nodes that have a place, in the order of the arrow keys: column by column, from top to bottom. */
  readonly order: readonly number[]
  /** Imports and flows of data between files. */
  readonly lines: readonly Line[]
  /** Each edge and flow, by the index of both nodes. */
  readonly links: readonly Line[]
  readonly width: number
  readonly height: number
}

/** In pixels. */
export const ROW = { width: 208, height: 20, indent: 12 } as const
const GAP = { column: 56, card: 12, edge: 12, right: 48 } as const
/** The least height at which a column continues in the next one. */
const TALLEST = 700
/** Width of the picture divided by its height, as far as columns can be continued. */
const SHAPE = 1.3
/** Lines that are always drawn; those of the selected node always are. */
const MOST_LINES = 1500

export function planningLayout(graph: RepositoryGraph): PlanningLayout {
  const index = new Map(graph.nodes.map(({ id }, at) => [id, at]))
  const links = linksOf(graph, index)
  const children = childrenOf(links)
  const places: (Place | undefined)[] = graph.nodes.map(() => undefined)
  const order: number[] = []
  const columns = new Columns(places, order, tallestOf(graph))
  columns.add(
    capabilityRows(graph.nodes, children).map((row) => [row]),
    true,
  )
  for (const files of fileColumns(graph.nodes, links)) columns.add(files.map((file) => cardOf(file, children)))
  return {
    ...{ places, order, links },
    lines: links.filter(({ kind }) => kind === 'imports' || kind === 'data').slice(0, MOST_LINES),
    width: columns.width,
    height: columns.height,
  }
}

function tallestOf({ nodes }: RepositoryGraph): number {
  const files = nodes.filter(({ kind }) => kind === 'file').length
  const area = (nodes.length * ROW.height + files * GAP.card) * (ROW.width + GAP.column)
  return Math.max(TALLEST, Math.sqrt(area / SHAPE))
}

interface Row {
  readonly node: number
  readonly indent: number
}

function linksOf({ edges, flows }: RepositoryGraph, index: ReadonlyMap<string, number>): Line[] {
  const all = [...edges, ...flows.map(({ from, to }) => ({ kind: 'data', from, to }))]
  return all.flatMap(({ kind, from, to }) => {
    const [a, b] = [index.get(from), index.get(to)]
    return a === undefined || b === undefined ? [] : [{ kind, from: a, to: b }]
  })
}

/** Parts of capabilities, and what files and classes contain. */
function childrenOf(links: readonly Line[]): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>()
  const add = (parent: number, child: number) => {
    const known = children.get(parent)
    if (known) known.push(child)
    else children.set(parent, [child])
  }
  for (const { kind, from, to } of links) {
    if (kind === 'composes') add(to, from)
    if (kind === 'contains') add(from, to)
  }
  return children
}

function capabilityRows(nodes: readonly GraphNode[], children: ReadonlyMap<number, readonly number[]>): Row[] {
  const isCapability = (node: number) => nodes[node]?.kind === 'capability'
  const inside = new Set(
    [...children].flatMap(([parent, all]) => (isCapability(parent) ? all.filter(isCapability) : [])),
  )
  const roots = [...nodes.keys()].filter((node) => isCapability(node) && !inside.has(node))
  return rowsUnder(roots, (node) => (children.get(node) ?? []).filter(isCapability))
}

function cardOf(file: number, children: ReadonlyMap<number, readonly number[]>): Row[] {
  return rowsUnder([file], (node) => children.get(node) ?? [])
}

/** Depth first. A node is there once, also if the record has a circle. */
function rowsUnder(roots: readonly number[], below: (node: number) => readonly number[]): Row[] {
  const rows: Row[] = []
  const seen = new Set<number>()
  const open: Row[] = roots.toReversed().map((node) => ({ node, indent: 0 }))
  for (let row = open.pop(); row; row = open.pop()) {
    if (seen.has(row.node)) continue
    seen.add(row.node)
    rows.push(row)
    const { indent } = row
    open.push(
      ...below(row.node)
        .toReversed()
        .map((node) => ({ node, indent: Math.min(indent + 1, 5) })),
    )
  }
  return rows
}

/** Files by the length of the longest way of their imports. Ends also if the record has a circle. */
function fileColumns(nodes: readonly GraphNode[], links: readonly Line[]): number[][] {
  const needs = new Map<number, number[]>()
  const users = new Map<number, number[]>()
  for (const { kind, from, to } of links) {
    if (kind !== 'imports') continue
    needs.set(from, [...(needs.get(from) ?? []), to])
    users.set(to, [...(users.get(to) ?? []), from])
  }
  const files = [...nodes.keys()].filter((node) => nodes[node]?.kind === 'file')
  const left = new Map(files.map((file) => [file, needs.get(file)?.length ?? 0]))
  const columns: number[][] = []
  for (let ready = files.filter((file) => left.get(file) === 0); ready.length > 0;) {
    columns.push(ready)
    for (const file of ready) left.delete(file)
    const next = new Set<number>()
    for (const file of ready)
      for (const user of users.get(file) ?? []) {
        const count = (left.get(user) ?? 0) - 1
        if (!left.has(user)) continue
        left.set(user, count)
        if (count === 0) next.add(user)
      }
    ready = files.filter((file) => next.has(file))
  }
  return left.size === 0 ? columns : [...columns, files.filter((file) => left.has(file))]
}

/** Fills columns from left to right. */
class Columns {
  readonly #places: (Place | undefined)[]
  readonly #order: number[]
  width = 2 * GAP.edge
  height = 2 * GAP.edge
  readonly #tallest: number
  #x: number = GAP.edge

  constructor(places: (Place | undefined)[], order: number[], tallest: number) {
    this.#tallest = tallest
    this.#places = places
    this.#order = order
  }

  /** Cards of one column, or of several next to each other if they are too tall. */
  add(cards: readonly (readonly Row[])[], isList = false): void {
    if (cards.length === 0) return
    let y: number = GAP.edge
    for (const card of cards) {
      const tall = card.length * ROW.height
      if (y > GAP.edge && y + tall > this.#tallest) {
        this.#x += ROW.width + GAP.column / 3
        y = GAP.edge
      }
      for (const [at, { node, indent }] of card.entries()) this.#put(node, indent, y + at * ROW.height)
      // Rows of a list stand close together, cards do not.
      y += tall + (isList ? 0 : GAP.card)
      this.height = Math.max(this.height, y + GAP.edge)
    }
    // Lines inside a column bend to the right of it.
    this.width = this.#x + ROW.width + GAP.right
    this.#x += ROW.width + GAP.column
  }

  #put(node: number, indent: number, y: number): void {
    if (this.#places[node]) return
    this.#places[node] = { x: this.#x, y, width: ROW.width, height: ROW.height, indent }
    this.#order.push(node)
  }
}

/** The next node in the column to the left or to the right, at about the same height. */
export function besides({ places, order }: PlanningLayout, node: number, direction: -1 | 1): number {
  const from = places[node]
  if (!from) return node
  const columns = [...new Set(order.map((each) => places[each]?.x ?? 0))].toSorted((a, b) => a - b)
  const x = columns[columns.indexOf(from.x) + direction]
  const candidates = order.filter((each) => places[each]?.x === x)
  const distance = (each: number) => Math.abs((places[each]?.y ?? 0) - from.y)
  return candidates.reduce((best, each) => (distance(each) < distance(best) ? each : best), candidates[0] ?? node)
}

/** From the right side of a place to the left side of another one; on the same side if that is not to its right. */
export function lineBetween(from: Place, to: Place): string {
  const [y1, y2] = [from.y + from.height / 2, to.y + to.height / 2]
  const [isRight, isLeft] = [to.x > from.x, to.x < from.x]
  const x1 = isLeft ? from.x : from.x + from.width
  const x2 = isRight ? to.x : to.x + to.width
  const bend = Math.max(24, Math.abs(x2 - x1) / 2)
  const [c1, c2] = [isLeft ? x1 - bend : x1 + bend, isRight ? x2 - bend : x2 + bend]
  const end = isLeft ? `${String(to.x + to.width)} ${String(y2)}` : `${String(x2)} ${String(y2)}`
  return `M${String(x1)} ${String(y1)}C${String(c1)} ${String(y1)} ${String(c2)} ${String(y2)} ${end}`
}
