import { benchmarkAgents } from '../../harness/benchmarks/index.ts'
import type { AgentSetup } from '../../harness/agents/setup.ts'
import { NO_CONFIG } from '../../harness/lib/models/config.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import type { AgentContext } from '../../harness/contracts/types.ts'

const notAskedFor = (): Promise<never> => Promise.reject(new Error('not asked for'))

/** For agents that need no more than the names of the missions. */
export function setupOf(missions: readonly string[]): Omit<AgentSetup, 'argument'> {
  return {
    missions,
    canonical: notAskedFor,
    mission: (id) => {
      throw new Error(`mission ${id} was not asked for`)
    },
    testcodes: notAskedFor,
    skeleton: notAskedFor,
    options: {},
    repairs: 0,
    config: NO_CONFIG,
    benchmarkAgents,
    env: {},
    redactor: new Redactor(),
    recording: notAskedFor,
  }
}

/** For agents that call neither a model nor a tool. */
export function contextOf(trial: Pick<AgentContext, 'mission' | 'sample'>): AgentContext {
  return {
    ...{ variant: 'L1.direct', signal: new AbortController().signal, ...trial },
    ask: notAskedFor,
    note: () => undefined,
    used: () => undefined,
    openRoom: notAskedFor,
  }
}
