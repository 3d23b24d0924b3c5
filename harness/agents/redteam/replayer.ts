import type { Agent } from '../../types.ts'
import type { AgentSetup } from '../setup.ts'
export function replayerAgent({ canonical }: AgentSetup): Agent {
  return {
    name: 'replayer',
    generate: () => Promise.resolve({ files: [] }),
    answer: async (_q, _p, { mission }) => (await canonical(mission)).answers,
  }
}
