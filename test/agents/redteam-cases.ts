/** Shared by the tests of redteam. */
import { briefFor } from '../briefs.ts'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createAgent } from '../../harness/agents/index.ts'
import { builtInBenchmark, selectMissions } from '../../harness/benchmarks/index.ts'
import type { Agent, Mission, Project } from '../../harness/contracts/types.ts'
import { root } from '../helpers.ts'
import { contextOf, setupOf } from './setup.ts'

export const benchmark = builtInBenchmark()
export const websites = (await selectMissions(benchmark, [])).filter(({ kind }) => kind === 'website')

export function websiteOf(id: string): Mission {
  const found = websites.find((each) => each.id === id)
  if (!found) throw new Error(`there is no website "${id}"`)
  return found
}

export function agentOf(spec: string, cache = '/nowhere'): Promise<Agent> {
  return createAgent(spec, {
    ...setupOf(websites.map(({ id }) => id)),
    mission: websiteOf,
    canonical: (id) => benchmark.canonical(websiteOf(id)),
    testcodes: (id) => readFile(path.join(root, 'missions', id, 'testcodes.ts'), 'utf8'),
    env: { XDG_CACHE_HOME: cache },
  })
}

export async function projectOf(agent: Agent, mission: Mission): Promise<Project> {
  return agent.generate(await briefFor(mission, 'L1.direct'), contextOf({ mission: mission.id, sample: 1 }))
}

export const MISSION = 'bmi-calculator'
