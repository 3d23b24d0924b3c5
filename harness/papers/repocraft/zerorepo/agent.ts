/** The agent ZeroRepo (published with RepoCraft): a planning graph, from which units are written in order, each after its test. */
import type { Brief, NodeState, RepositoryUnit, RepositoryWork } from '../../../contracts/schema.ts'
import type { MethodSettings } from '../../../contracts/paper.ts'
import type { Agent, Project, Sizes } from '../../../contracts/types.ts'
import { AgentFault } from '../../../errors.ts'
import { compileProblems } from '../../../agents/framework/compile.ts'
import { launchOf } from '../../../agents/framework/launch.ts'
import { methodAgent, type Step } from '../../../agents/framework/method-agent.ts'
import type { Setting } from '../../../agents/framework/setting.ts'
import { unitsOf, childrenOf } from './graph/units.ts'
import { propose } from './plan/features.ts'
import { planBases, planFiles } from './plan/files.ts'
import { planInterfaces } from './plan/interfaces.ts'
import { Board, type Work } from './write/board.ts'
import { integrate } from './write/integrate.ts'
import { writeLayers } from './write/layers.ts'

export function zerorepoAgent(settings: MethodSettings): Agent {
  return methodAgent({ name: 'zerorepo', prompts: 'papers/repocraft/prompts', steps, generate }, settings)
}

async function generate(setting: Setting): Promise<Project> {
  const capabilities = await propose(setting)
  const files = await planFiles(setting, capabilities)
  const { graph, problems } = await planInterfaces(setting, await planBases(setting, files))
  for (const problem of problems.slice(0, 20)) setting.context.note(`plan: ${problem}`)
  // A machine without Python would blame every failure on the code.
  await compileProblems([{ path: 'check.py', content: 'checked = True\n' }], setting.context)
  const board = new Board(setting, graph, unitsOf(graph))
  await writeLayers(board)
  await integrate(board)
  const written = board.filesWith()
  if (written.every(({ content }) => content.trim() === ''))
    throw new AgentFault('the model never gave the content of a file', 'unreadable')
  const artefacts = { repository: workRecord(board, problems), rounds: setting.rounds }
  return { files: written, ...(await launchOf(setting, written)), artefacts }
}

/** Of a project of average size. */
const FILES = 8
const UNITS = 24
/** Units that need a repair: three votes and another version. */
const REPAIRED = 6
/** Characters of a vote. */
const OPINION = 400

/** One round of the proposal, the plan, test and code of every unit, some repairs. */
function steps(brief: Brief, { code, skeleton, questions }: Sizes): Step[] {
  const input = JSON.stringify(brief).length
  const plan = Math.max(skeleton, code / 3)
  const unit = code / UNITS
  return [
    ...Array.from({ length: 4 }, () => ({ input: input + plan / 2, output: plan / 4 })),
    ...Array.from({ length: FILES }, () => ({ input: input + plan, output: plan / FILES })),
    ...Array.from({ length: UNITS }, () => [
      { input: input + code / 4, output: unit },
      { input: input + code / 4 + unit, output: unit },
    ]).flat(),
    ...Array.from({ length: REPAIRED }, () => [
      ...Array.from({ length: 3 }, () => ({ input: 4 * unit, output: OPINION })),
      { input: input + code / 4, output: unit },
    ]).flat(),
    ...(brief.kind === 'library' || brief.kind === 'source' ? [] : [{ input: code, output: OPINION }]),
    ...(questions > 0 ? [{ input: code + questions, output: questions }] : []),
  ]
}

// ---- record --------------------------------------------------------------------------------------------------------

// The planning graph and the work on its units, as they are kept with the trial.

/** Bytes of the record as JSON; the store refuses 4 MiB for all intermediate results together. */
const MOST_BYTES = 3 * 1024 * 1024
/** Units that a unit needs, in the record. */
const MOST_NEEDS = 200

function workRecord(board: Board, problems: readonly string[]): RepositoryWork {
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
