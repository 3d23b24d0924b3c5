import type { Agent } from '../../contracts/types.ts'
import type { AgentSetup } from '../setup.ts'

/** Gives the level 3 skeleton as the project, with the canonical plan and answers: what is left when no body is written. */
export function skeletonAgent({ canonical, skeleton }: AgentSetup): Agent {
  return {
    name: 'skeleton',
    async generate({ mission }) {
      const { launch } = (await canonical(mission)).project
      return { files: await skeleton(mission), ...(launch === undefined ? {} : { launch }) }
    },
    answer: async (_questions, _project, { mission }) => (await canonical(mission)).answers,
  }
}
