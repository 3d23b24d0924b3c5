/** The interface of each file: designed after those of the files that it needs, and in parallel if they need none of each other. */
import { GRAPH_LIMITS, type RepositoryGraph } from '../../../../contracts/schema.ts'
import { AgentFault } from '../../../../errors.ts'
import { withoutCircles } from '../../../../agents/framework/circles.ts'
import { inParallel } from '../../../../agents/framework/parallel.ts'
import { checkedStep } from '../../../../agents/framework/refused.ts'
import { record } from '../../../../agents/framework/rounds.ts'
import type { Setting } from '../../../../agents/framework/setting.ts'
import { answerReader } from '../../../../agents/output/read.ts'
import type { ReadFile, ReadUnit } from '../../../../agents/output/repository-plan.ts'
import { graphOf, unitsByFile, type Plan } from '../graph/build.ts'
import { repairedGraph } from '../graph/repaired.ts'
import { flowGraph, graphProblems, ofEdges } from '../graph/problems.ts'
import { boundText, interfaceText, listText } from '../graph/text.ts'
import { distinctUnits } from './files.ts'

/** Characters of the interfaces of other files in a prompt. */
const OTHERS = 30_000

interface Designed {
  readonly path: string
  readonly units: readonly ReadUnit[]
  readonly problems: readonly string[]
  readonly rounds: number
}

export interface Planned {
  readonly graph: RepositoryGraph
  /** Those that the model left; the graph is without their edges. */
  readonly problems: readonly string[]
}

export async function planInterfaces(setting: Setting, plan: Plan): Promise<Planned> {
  const interfaces = new Map<string, readonly ReadUnit[]>()
  const refused: string[] = []
  for (const files of inDesignOrder(plan)) {
    const before: Plan = { ...plan, interfaces: new Map(interfaces) }
    const earlier = new Set(graphProblems(graphOf(needsAlone(before))))
    const designed = await inParallel(files, (file) => design(setting, before, earlier, file))
    for (const { path, units, problems, rounds } of designed) {
      interfaces.set(path, units)
      if (rounds > 1 || problems.length > 0) refused.push(`${path}: ${String(rounds)} rounds; ${problems.join('; ')}`)
    }
  }
  const whole = graphOf({ ...plan, interfaces: withinLimits(setting, plan, interfaces) })
  const problems = graphProblems(whole)
  record(setting, {
    ...{ stage: 'interfaces', round: 1, accepted: problems.length === 0, files: plan.files.map(({ path }) => path) },
    ...(refused.length + problems.length === 0
      ? {}
      : { feedback: [...problems, ...refused].join('\n').slice(0, 4000) }),
  })
  return { graph: repairedGraph(whole), problems }
}

/** Layers of files: each comes after those that it imports, and after those whose data it gets. */
function inDesignOrder(plan: Plan): ReadFile[][] {
  const graph = graphOf(plan)
  const needs = new Map(
    [...ofEdges(['imports'])(graph)]
      .filter(([id]) => plan.files.some(({ path }) => path === id))
      .map(([id, all]) => [id, [...all]]),
  )
  for (const [from, targets] of flowGraph(graph)) for (const to of targets) needs.get(to)?.push(from)
  const acyclic = withoutCircles(needs).graph
  const layers = new Map<string, number>()
  const left = new Set(acyclic.keys())
  for (let layer = 0; left.size > 0; layer += 1) {
    const ready = [...left].filter((path) => (acyclic.get(path) ?? []).every((need) => layers.has(need)))
    for (const path of ready) left.delete(path)
    for (const path of ready) layers.set(path, layer)
  }
  const ordered: ReadFile[][] = []
  for (const file of plan.files) (ordered[layers.get(file.path) ?? 0] ??= []).push(file)
  return ordered.filter((layer) => layer.length > 0)
}

/** The plan without what an interface cannot change, so that checking hundreds of interfaces takes seconds. */
function needsAlone(plan: Plan): Plan {
  return { ...plan, capabilities: [], flows: [], files: plan.files.map((file) => ({ ...file, capabilities: [] })) }
}

/** @param earlier Problems that the plan already has */
async function design(setting: Setting, plan: Plan, earlier: ReadonlySet<string>, file: ReadFile): Promise<Designed> {
  const { path } = file
  const withUnits = (units: readonly ReadUnit[]): Plan => ({
    ...needsAlone(plan),
    interfaces: new Map([...plan.interfaces, [path, distinctUnits(inFile(units, path))]]),
  })
  try {
    const checked = await checkedStep<readonly ReadUnit[]>(
      {
        ...{ stage: 'interfaces', isPart: true },
        make: (wrong) =>
          setting.ask(`interface: ${path}`, 'interface', { path, ...valuesOf(plan, file), earlier: wrong }, (text) =>
            answerReader.read('interface', text),
          ),
        problemsOf: (made) => graphProblems(graphOf(withUnits(made))).filter((problem) => !earlier.has(problem)),
        textOf: (made) => interfaceText(path, made),
        filesOf: () => [path],
      },
      setting,
    )
    const units = distinctUnits(inFile(checked?.made ?? [], path))
    return { path, units, problems: checked?.problems ?? ['no answer could be used'], rounds: checked?.rounds ?? 0 }
  } catch (error) {
    if (!(error instanceof AgentFault)) throw error
    setting.context.note(`interface: ${path}: ${error.message}`)
    return { path, units: [], problems: [error.message], rounds: 0 }
  }
}

function inFile(units: readonly ReadUnit[], path: string): ReadUnit[] {
  return units.map((unit) => ({ ...unit, path }))
}

function valuesOf(
  plan: Plan,
  { path, description, capabilities, imports }: ReadFile,
): Readonly<Record<string, string>> {
  const known = unitsByFile(plan)
  const flows = plan.flows.filter(({ from, to }) => from === path || to === path)
  const first = [...new Set([...imports, ...flows.map(({ from }) => from)])].filter((each) => each !== path)
  const others = [...first, ...[...known.keys()].filter((each) => each !== path && !first.includes(each))]
  return {
    description: description === '' ? '(nothing was said)' : description,
    capabilities: listText(capabilities),
    flows: listText(flows.map(({ from, to, data, type }) => `${data} (${type}): ${from} → ${to}`)),
    bases: listText(plan.bases.filter((base) => base.path === path).map((base) => interfaceText(path, [base]))),
    others:
      boundText(
        others
          .map((each) => interfaceText(each, known.get(each) ?? []))
          .filter((text) => text !== '')
          .join('\n'),
        OTHERS,
      ) || '(none yet)',
  }
}

/** The first classes and functions, so that there are no more than the limit allows. */
function withinLimits(
  setting: Setting,
  plan: Plan,
  interfaces: ReadonlyMap<string, readonly ReadUnit[]>,
): ReadonlyMap<string, readonly ReadUnit[]> {
  let left = GRAPH_LIMITS.units - plan.bases.length
  // Capabilities have to make room.
  let nodes = GRAPH_LIMITS.nodes - graphOf({ ...plan, capabilities: [], interfaces: new Map() }).nodes.length
  let omitted = 0
  const kept = new Map<string, readonly ReadUnit[]>()
  for (const [path, units] of interfaces) {
    const fitting = units.filter(({ methods }) => {
      const size = 1 + methods.length
      const fits = left > 0 && nodes >= size
      if (fits) {
        left -= 1
        nodes -= size
      } else omitted += 1
      return fits
    })
    kept.set(path, fitting)
  }
  if (omitted > 0)
    setting.context.note(`interfaces: ${String(omitted)} classes and functions are too many and were left out`)
  return kept
}
