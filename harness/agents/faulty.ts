import { UsageError } from '../errors.ts'
import type { Agent } from '../contracts/types.ts'
import { otherNames } from '../lib/wording/nearest.ts'
import type { AgentSetup, FaultySolution } from './setup.ts'

/**
 * Returns the canonical solution with one written fault: what a report on a program that nearly works looks like. Sample 1 has the first
 * fault of the mission, sample 2 the second, and so on; with an argument, all have the fault of that id.
 * @throws UsageError if a mission of the run has no such fault
 */
export async function faultyAgent({ argument, canonical, faults, missions }: AgentSetup): Promise<Agent> {
  const choices = new Map<string, readonly FaultySolution[]>()
  for (const mission of missions) choices.set(mission, chosen(mission, argument, await faults(mission)))
  return {
    name: argument === '' ? 'faulty' : `faulty:${argument}`,
    generate({ mission }, context) {
      const all = choices.get(mission) ?? []
      const fault = all[(context.sample - 1) % all.length]
      if (!fault) throw new TypeError(`mission "${mission}" is not part of this run`)
      context.note(`fault ${fault.id}: ${fault.why}`)
      return Promise.resolve(fault.solution.project)
    },
    answer: async (_questions, _project, { mission }) => (await canonical(mission)).answers,
  }
}

function chosen(mission: string, id: string, all: readonly FaultySolution[]): readonly FaultySolution[] {
  if (all.length === 0) throw new UsageError(`agent "faulty": no faults are written for mission "${mission}"`)
  const named = id === '' ? all : all.filter((fault) => fault.id === id)
  if (named.length > 0) return named
  const ids = all.map((fault) => fault.id)
  throw new UsageError(
    `agent "faulty": mission "${mission}" has no fault "${id}"${otherNames(id, ids, `its faults are ${ids.join(', ')}`)}`,
  )
}
