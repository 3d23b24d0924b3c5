import type { Agent } from '../../contracts/types.ts'
import type { AgentSetup } from '../setup.ts'

/** The level 3 skeleton with the canonical launch plan and answers: measures a project without function bodies. */
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
