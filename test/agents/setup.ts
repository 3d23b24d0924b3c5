import { agentsOf } from '../../harness/agents/index.ts'
import type { AgentSetup } from '../../harness/agents/setup.ts'
import { NO_CONFIG } from '../../harness/lib/models/config.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import type { AgentContext } from '../../harness/contracts/types.ts'
import { papers } from '../papers.ts'

const unexpectedCall = (): Promise<never> => Promise.reject(new Error('unexpected call'))

/** For agents that only need the names of the missions. */
export function setupOf(missions: readonly string[]): Omit<AgentSetup, 'argument'> {
  return {
    missions,
    questions: () => [],
    canonical: unexpectedCall,
    mission: (id) => {
      throw new Error(`unexpected call for mission ${id}`)
    },
    faults: unexpectedCall,
    testcodes: unexpectedCall,
    skeleton: unexpectedCall,
    options: {},
    repairs: 0,
    feedback: 0,
    protocol: 'default',
    config: NO_CONFIG,
    paperAgents: agentsOf(papers),
    env: {},
    redactor: new Redactor(),
    openRoom: unexpectedCall,
    recording: unexpectedCall,
  }
}

/** For agents that call neither a model nor a tool. */
export function contextOf(trial: Pick<AgentContext, 'mission' | 'sample'>): AgentContext {
  return {
    ...{ variant: 'L1.direct', signal: new AbortController().signal, ...trial },
    ask: unexpectedCall,
    note: () => undefined,
    recorded: (_, step) => step(),
    used: () => undefined,
    keepOutput: () => Promise.resolve(),
    openRoom: unexpectedCall,
    feedback: { checks: false, submissions: 0 },
    check: unexpectedCall,
    submit: unexpectedCall,
  }
}
