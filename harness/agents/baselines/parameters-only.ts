import type { Agent } from '../../contracts/types.ts'
import type { AgentSetup } from '../setup.ts'

/** Gives the canonical answers to a project of one empty file: what the values alone are worth. */
export function parametersOnlyAgent({ canonical }: AgentSetup): Agent {
  return {
    name: 'parameters-only',
    generate: () => Promise.resolve({ files: [{ path: 'EMPTY', content: '' }] }),
    answer: async (_questions, _project, { mission }) => (await canonical(mission)).answers,
  }
}
