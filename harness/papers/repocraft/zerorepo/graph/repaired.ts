import { GRAPH_LIMITS, type GraphNode, type RepositoryGraph } from '../../../../contracts/schema.ts'
import { withoutCircles } from '../../../../agents/framework/circles.ts'
import { flowGraph, ofEdges } from './problems.ts'

/**
 * The graph within its limits, without edges that lead nowhere or close a circle: each circle is opened at its last step. If there are too
 * many nodes, the last capabilities are left out.
 */
export function repairedGraph(graph: RepositoryGraph): RepositoryGraph {
  const nodes = fitting(graph.nodes)
  const ids = new Set(nodes.map(({ id }) => id))
  const files = new Set(nodes.filter(({ kind }) => kind === 'file').map(({ id }) => id))
  const existing: RepositoryGraph = {
    nodes: nodes.map((node) => ({ ...node, features: node.features.filter((id) => ids.has(id)) })),
    edges: graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to) && from !== to),
    flows: graph.flows.filter(({ from, to }) => files.has(from) && files.has(to) && from !== to),
  }
  const needs = withoutCircles(ofEdges(['inherits', 'invokes'])(existing)).graph
  const imports = withoutCircles(ofEdges(['imports'])(existing)).graph
  const parts = withoutCircles(ofEdges(['composes'])(existing)).graph
  const flows = withoutCircles(flowGraph(existing)).graph
  const kept = { inherits: needs, invokes: needs, imports, composes: parts } as const
  return {
    nodes: existing.nodes,
    edges: existing.edges
      .filter(({ kind, from, to }) => kind === 'contains' || (kept[kind].get(from) ?? []).includes(to))
      // Edges from capabilities come last: nothing is written in their order.
      .toSorted((one, other) => Number(isOfCapability(one)) - Number(isOfCapability(other)))
      .slice(0, GRAPH_LIMITS.edges),
    flows: existing.flows.filter(({ from, to }) => (flows.get(from) ?? []).includes(to)).slice(0, GRAPH_LIMITS.flows),
  }
}

function isOfCapability({ kind, from, to }: RepositoryGraph['edges'][number]): boolean {
  return kind === 'composes' || (kind === 'contains' && from.startsWith('capability: ') && !to.startsWith(`${from}:`))
}

/** Each id once. */
function fitting(nodes: readonly GraphNode[]): GraphNode[] {
  const distinct = [...new Map(nodes.toReversed().map((node) => [node.id, node])).values()].toReversed()
  const others = distinct.filter(({ kind }) => kind !== 'capability').length
  let left = GRAPH_LIMITS.nodes - others
  return distinct.filter(({ kind }) => kind !== 'capability' || (left -= 1) >= 0)
}
