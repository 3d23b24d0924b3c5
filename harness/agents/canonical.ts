import type { Agent } from '../contracts/types.ts'
import type { AgentSetup } from './setup.ts'

/** Returns the canonical solution: the upper end of the scale, and proof that the testcodes can be passed. */
export function canonicalAgent({ canonical }: AgentSetup): Agent {
  return {
    name: 'canonical',
    generate: async (brief) => (await canonical(brief.mission)).project,
    answer: async (_questions, _project, { mission }) => (await canonical(mission)).answers,
  }
}
