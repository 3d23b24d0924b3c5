import type { Agent, Canonical } from '../../contracts/types.ts'
import type { AgentSetup } from '../setup.ts'
import { sameForAll } from './page.ts'
import { PORT } from './plausible.ts'

const PAGE = '<!doctype html><html lang="en"><head><title></title></head><body></body></html>'

/** An empty page, or a silent program, with the canonical answers. A testcode that passes here tests nothing. */
export function emptyPageAgent({ mission, canonical }: AgentSetup): Agent {
  return {
    name: 'empty-page',
    async generate(brief) {
      const { files, launch } = sameForAll(mission(brief.mission), PAGE, '')
      if (!launch || !('start' in launch)) return { files, ...(launch && { launch }) }
      return { files, launch: { ...launch, port: portOf(await canonical(brief.mission)) } }
    },
    answer: async (_questions, _project, context) => (await canonical(context.mission)).answers,
  }
}

/** The canonical answers contain addresses with this port. */
function portOf({ project: { launch } }: Canonical): number {
  return launch && 'port' in launch ? launch.port : PORT
}
