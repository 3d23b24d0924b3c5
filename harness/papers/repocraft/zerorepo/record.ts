/** The planning graph and the work on its units, as they are kept with the trial. */
import type { NodeState, RepositoryUnit, RepositoryWork } from '../../../contracts/schema.ts'
import { childrenOf } from './graph/units.ts'
import type { Board, Work } from './write/board.ts'

/** Bytes of the record as JSON; the store refuses 4 MiB for all intermediate results together. */
const MOST_BYTES = 3 * 1024 * 1024
/** Units that a unit needs, in the record. */
const MOST_NEEDS = 200

export function workRecord(board: Board, problems: readonly string[]): RepositoryWork {
  const states = statesOf(board)
  const nodes = board.graph.nodes.map((node) => ({ ...node, state: states.get(node.id) ?? node.state }))
  return fitting({
    graph: { ...board.graph, nodes },
    units: board.units.map((unit) => unitRecord(board.workOf(unit))),
    problems: [...problems],
  })
}

function unitRecord({ unit, state, repairs, test, attempts, note }: Work): RepositoryUnit {
  return {
    ...{ id: unit.id, layer: unit.layer, needs: unit.needs.slice(0, MOST_NEEDS), state, repairs },
    test: (test ?? '').slice(0, 8000),
    attempts: attempts.map((attempt) => ({ ...attempt })),
    note: note.slice(0, 1500),
  }
}

/** From what is furthest from passing. */
const WORST: readonly NodeState[] = ['failed', 'planned', 'written', 'repaired', 'passing']

/** The state of each node: that of its unit, or the worst of what it contains. */
function statesOf(board: Board): ReadonlyMap<string, NodeState> {
  const { graph } = board
  const states = new Map<string, NodeState>()
  for (const unit of board.units) {
    const { state } = board.workOf(unit)
    for (const { id } of [unit.node, ...unit.parts]) states.set(id, state)
  }
  const children = new Map([...childrenOf(graph)].map(([id, all]) => [id, [...all]]))
  for (const { kind, from, to } of graph.edges)
    if (kind === 'composes') children.set(to, [...(children.get(to) ?? []), from])
  const worstIn = (ids: readonly string[]) => {
    const inside = ids.flatMap((id) => states.get(id) ?? [])
    return WORST.find((state) => inside.includes(state))
  }
  for (const { id, kind } of graph.nodes) {
    const worst = kind === 'file' && !states.has(id) ? worstIn(children.get(id) ?? []) : undefined
    if (worst) states.set(id, worst)
  }
  // Parts of capabilities stand behind them in the list.
  for (const { id, kind } of graph.nodes.toReversed()) {
    const worst = kind === 'capability' ? worstIn(children.get(id) ?? []) : undefined
    if (worst) states.set(id, worst)
  }
  return states
}

/** Without its longest parts if it is too large: first the tests, then the logs, then the reasons of votes, then descriptions. */
function fitting(work: RepositoryWork): RepositoryWork {
  const withoutTests = { ...work, units: work.units.map((unit) => ({ ...unit, test: '' })) }
  const withoutLogs = {
    ...withoutTests,
    units: withoutTests.units.map((unit) => ({
      ...unit,
      attempts: unit.attempts.map((attempt) => ({ ...attempt, log: '' })),
    })),
  }
  const withoutVotes = {
    ...withoutLogs,
    units: withoutLogs.units.map((unit) => ({
      ...unit,
      attempts: unit.attempts.map(({ attribution, ...attempt }) => ({
        ...attempt,
        ...(attribution ? { attribution: { ...attribution, votes: [] } } : {}),
      })),
    })),
  }
  const nodes = work.graph.nodes.map((node) => ({ ...node, description: '', signature: '' }))
  const bare: RepositoryWork = {
    ...withoutVotes,
    units: withoutVotes.units.map((unit) => ({ ...unit, attempts: [], needs: [] })),
    graph: { nodes, edges: work.graph.edges.slice(0, 5000), flows: work.graph.flows.slice(0, 1000) },
  }
  const ways = [work, withoutTests, withoutLogs, withoutVotes, { ...bare, graph: { ...work.graph, nodes } }]
  return ways.find((each) => Buffer.byteLength(JSON.stringify(each)) <= MOST_BYTES) ?? bare
}
