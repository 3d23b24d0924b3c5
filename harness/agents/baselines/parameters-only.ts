import type { Agent } from '../../contracts/types.ts'
import type { AgentSetup } from '../setup.ts'

/** One empty file with the canonical answers: measures what the parameter values alone score. */
export function parametersOnlyAgent({ canonical }: AgentSetup): Agent {
  return {
    name: 'parameters-only',
    generate: () => Promise.resolve({ files: [{ path: 'EMPTY', content: '' }] }),
    answer: async (_questions, _project, { mission }) => (await canonical(mission)).answers,
  }
}
