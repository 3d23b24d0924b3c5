import { AgentFault, UsageError } from '../errors.ts'
import type { Agent, AgentContext } from '../contracts/types.ts'
import type { AgentSetup } from './setup.ts'

/**
 * Returns an agent's projects and answers from an earlier run, trial by trial: `replay:RUN`, or `replay:RUN#AGENT` if the
 * run had several agents.
 * @throws UsageError if there is no such run or agent
 */
export async function replayAgent({ argument, recording }: AgentSetup): Promise<Agent> {
  const at = argument.lastIndexOf('#')
  const [run, wanted] = at < 0 ? [argument, undefined] : [argument.slice(0, at), argument.slice(at + 1)]
  const recorded = await recording(run)
  const { runId, agents } = recorded
  const name = chosen([...agents.keys()], wanted, run)
  const solutionOf = async ({ mission, variant, sample }: AgentContext) => {
    const found = await recorded.solution({ mission, agent: name, variant, sample })
    if ('fault' in found) throw new AgentFault(found.reason, found.fault)
    return found
  }
  return {
    name: `replay:${argument}`,
    configuration: { kind: 'replay', run: runId, agent: agents.get(name) ?? name },
    generate: async (_brief, context) => (await solutionOf(context)).project,
    answer: async (_questions, _project, context) => (await solutionOf(context)).answers,
  }
}

function chosen(names: readonly string[], wanted: string | undefined, run: string): string {
  const [only] = names
  const name = wanted ?? (names.length === 1 ? only : undefined)
  if (name !== undefined && names.includes(name)) return name
  const list = names.map((each) => `replay:${run}#${each}`).join(', ')
  throw new UsageError(
    wanted === undefined
      ? `run "${run}" has several agents; choose one: ${list}`
      : `run "${run}" has no agent "${wanted}"; choose one: ${list}`,
  )
}
