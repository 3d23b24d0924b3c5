import { UsageError } from '../errors.ts'
import { briefOf, questionsOf } from '../trial/brief.ts'
import type { RunStore } from '../store/store.ts'
import { readTrials } from '../store/read.ts'
import type { Agent, Benchmark, Estimate, Mission, Project, Sizes } from '../contracts/types.ts'
import type { Prepared } from './prepare.ts'

/**
 * One line that estimates the tokens and the cost of the remaining trials from the sizes of the canonical solutions. Empty if no
 * model will be called, or if the benchmark has no canonical solutions.
 */
export async function estimateText(store: RunStore, prepared: Prepared): Promise<string[]> {
  const { benchmark } = prepared
  const ended = new Set((await readTrials(store.folder, store.record)).map(({ trial }) => trial.id))
  const pending = store.record.trials.filter(({ id }) => !ended.has(id))
  const sizes = new Map<string, Sizes | undefined>()
  const parts: Estimate[] = []
  for (const { agent: name, mission: id, variant } of pending) {
    const agent: Agent | undefined = prepared.agents.get(name)
    const mission = prepared.missions.find((each) => each.id === id)
    if (!agent?.estimate || !mission) continue
    const size = sizes.has(id) ? sizes.get(id) : await sizesOf(mission, benchmark)
    sizes.set(id, size)
    if (!size) continue
    const round = agent.estimate(await briefOf(benchmark, mission, variant), size)
    // Later rounds also read what earlier ones wrote, so this is a lower bound.
    const rounds = benchmark.variants.find((each) => each.id === variant)?.rounds ?? 1
    parts.push(...Array<Estimate>(rounds).fill(round))
  }
  return parts.length === 0 ? [] : [lineOf(parts)]
}

/** Undefined if there is no canonical solution. */
async function sizesOf(mission: Mission, benchmark: Benchmark): Promise<Sizes | undefined> {
  const canonical = await benchmark.canonical(mission).catch((error: unknown) => {
    if (error instanceof UsageError) return undefined
    throw error
  })
  if (!canonical) return undefined
  const { project } = canonical
  const skeleton = await benchmark.skeleton(mission)
  return {
    checklist: JSON.stringify(mission.checklist ?? []).length,
    skeleton: charactersOf({ files: skeleton }),
    code: charactersOf(project),
    questions: JSON.stringify(questionsOf(mission)).length,
  }
}

/** Lock files and the like are not written by an agent. */
const LONGEST_FILE = 50_000

function charactersOf({ files }: Pick<Project, 'files'>): number {
  const lengths = files.map(({ content }) => content.length).filter((length) => length <= LONGEST_FILE)
  return lengths.reduce((sum, length) => sum + length, 0)
}

function lineOf(parts: readonly Estimate[]): string {
  const sum = (pick: (part: Estimate) => number) => parts.reduce((total, part) => total + pick(part), 0)
  const costs = parts.map(({ cost }) => cost).filter((cost) => cost !== null)
  const cost = costs.reduce((total, each) => total + each, 0)
  const dollars =
    costs.length === 0
      ? 'the cost is unknown'
      : `about ${cost.toFixed(2)} US dollars${costs.length < parts.length ? ', without those whose price is unknown' : ''}`
  const [calls, input, output] = [sum((part) => part.calls), sum((part) => part.input), sum((part) => part.output)]
  return `pe: about ${count(calls)} calls, ${count(input)} tokens in and ${count(output)} out, ${dollars}; what was answered before costs nothing`
}

function count(number: number): string {
  return number.toLocaleString('en')
}
