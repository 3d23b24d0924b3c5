/** The validator of planning graphs. */
import {
  GRAPH_LIMITS,
  type EdgeKind,
  type GraphEdge,
  type GraphNode,
  type NodeKind,
  type RepositoryGraph,
} from '../../../../contracts/schema.ts'
import { pathProblem } from '../../../../lib/files/confine.ts'
import { circleText, withoutCircles, type Graph } from '../../../../agents/framework/circles.ts'
import { clashing } from '../../../../agents/framework/clashes.ts'

/** Kinds of the two ends of each kind of edge. */
const ENDS: Readonly<Record<EdgeKind, readonly (readonly [NodeKind, NodeKind])[]>> = {
  composes: [['capability', 'capability']],
  contains: [
    ['capability', 'file'],
    ['file', 'class'],
    ['file', 'function'],
    ['class', 'function'],
  ],
  inherits: [['class', 'class']],
  invokes: [
    ['class', 'class'],
    ['class', 'function'],
    ['function', 'class'],
    ['function', 'function'],
  ],
  imports: [['file', 'file']],
}

const VERBS: Readonly<Record<EdgeKind, string>> = {
  composes: 'is a part of',
  contains: 'contains',
  inherits: 'inherits from',
  invokes: 'invokes',
  imports: 'imports',
}

const MOST_PROBLEMS = 60
/** Characters. */
const LONGEST = 600

/** One sentence each; none if the graph can be carried out. */
export function graphProblems(graph: RepositoryGraph): string[] {
  const problems = [...sizeProblems(graph), ...nodeProblems(graph), ...edgeProblems(graph), ...circleProblems(graph)]
  return [...new Set(problems.map((problem) => problem.slice(0, LONGEST)))].slice(0, MOST_PROBLEMS)
}

function sizeProblems({ nodes, edges, flows }: RepositoryGraph): string[] {
  const files = nodes.filter(({ kind }) => kind === 'file').length
  const units = nodes.filter((node) => isTopUnit(node)).length
  const counts = [
    ...[['nodes', nodes.length, GRAPH_LIMITS.nodes] as const, ['edges', edges.length, GRAPH_LIMITS.edges] as const],
    ...[['flows of data', flows.length, GRAPH_LIMITS.flows] as const, ['files', files, GRAPH_LIMITS.files] as const],
    ['classes and functions', units, GRAPH_LIMITS.units] as const,
  ]
  return counts
    .filter(([, count, most]) => count > most)
    .map(([what, count, most]) => `the plan has ${String(count)} ${what}, and at most ${String(most)} are allowed`)
}

/** A class, or a function outside of classes. */
function isTopUnit({ id, kind, path }: GraphNode): boolean {
  return kind === 'class' || (kind === 'function' && !id.slice(path.length + 1).includes('.'))
}

function nodeProblems({ nodes, edges }: RepositoryGraph): string[] {
  const ids = new Set<string>()
  const twice = nodes.filter(({ id }) => ids.size === ids.add(id).size).map(({ id }) => `${id} is in the plan twice`)
  const paths = nodes.filter(({ kind }) => kind === 'file').map(({ path }) => path)
  const bad = paths.flatMap((path) => {
    const problem = pathProblem(path)
    return problem === undefined ? [] : [`the path ${JSON.stringify(path.slice(0, 200))} ${problem}`]
  })
  const clashes = [...clashing(paths)].map(
    (path) => `${path} is also a folder, or differs from another file only by case`,
  )
  return [...twice, ...bad, ...clashes, ...(paths.length === 0 ? [] : homelessCapabilities(nodes, edges))]
}

/** Capabilities without parts that no file has. */
function homelessCapabilities(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): string[] {
  const parents = new Map(edges.filter(({ kind }) => kind === 'composes').map(({ from, to }) => [from, to]))
  const isWhole = new Set(parents.values())
  const housed = new Set(edges.filter(({ kind }) => kind === 'contains').map(({ from }) => from))
  const isHoused = (id: string): boolean => {
    // A circle of parts ends this after as many steps as there are levels.
    let at: string | undefined = id
    for (let level = 0; at !== undefined && level < 10; level += 1) {
      if (housed.has(at)) return true
      at = parents.get(at)
    }
    return false
  }
  return nodes
    .filter(({ id, kind }) => kind === 'capability' && !isWhole.has(id) && !isHoused(id))
    .map(({ id }) => `no file has the ${id}`)
}

function edgeProblems({ nodes, edges, flows }: RepositoryGraph): string[] {
  const kinds = new Map(nodes.map(({ id, kind }) => [id, kind]))
  const fits = ({ kind, from, to }: GraphEdge) =>
    ENDS[kind].some(([first, second]) => kinds.get(from) === first && kinds.get(to) === second)
  const wrong = edges.flatMap((edge) => {
    const unknown = [edge.from, edge.to].find((id) => !kinds.has(id))
    const sentence = `${edge.from} ${VERBS[edge.kind]} ${edge.to}`
    if (unknown !== undefined) return [`${sentence}, but ${unknown} is not in the plan`]
    return fits(edge)
      ? []
      : [`${sentence}, but a ${String(kinds.get(edge.from))} cannot do that with a ${String(kinds.get(edge.to))}`]
  })
  const flowing = flows.flatMap(({ from, to, data }) =>
    [from, to]
      .filter((id) => kinds.get(id) !== 'file')
      .map((id) => `${data} flows from ${from} to ${to}, but ${id} is no file of the plan`),
  )
  return [...wrong, ...flowing]
}

function circleProblems(graph: RepositoryGraph): string[] {
  return CIRCLES.flatMap(({ what, verb, of }) =>
    withoutCircles(of(graph)).circles.map((circle) => `${what} in a circle: ${circleText(circle, verb)}`),
  )
}

/** Everything that must be without circles. */
export const CIRCLES: readonly {
  readonly what: string
  readonly verb: string
  readonly of: (graph: RepositoryGraph) => Graph
}[] = [
  { what: 'capabilities are parts of each other', verb: 'is a part of', of: ofEdges(['composes']) },
  { what: 'files import each other', verb: 'imports', of: ofEdges(['imports']) },
  { what: 'classes and functions need each other', verb: 'needs', of: ofEdges(['inherits', 'invokes']) },
  { what: 'data flow', verb: 'to', of: flowGraph },
]

/** Every edge of these kinds from one existing node to another one. */
export function ofEdges(kinds: readonly EdgeKind[]): (graph: RepositoryGraph) => Graph {
  return ({ nodes, edges }) => {
    const needs = new Map<string, string[]>(nodes.map(({ id }) => [id, []]))
    for (const { kind, from, to } of edges)
      if (kinds.includes(kind) && from !== to && needs.has(to)) needs.get(from)?.push(to)
    return needs
  }
}

/** File → files to which its data flow. */
export function flowGraph({ nodes, flows }: RepositoryGraph): Graph {
  const targets = new Map<string, string[]>(nodes.map(({ id }) => [id, []]))
  for (const { from, to } of flows) if (from !== to && targets.has(to)) targets.get(from)?.push(to)
  return targets
}
