import { UsageError } from '../../errors.ts'
import type { Agent } from '../../contracts/types.ts'
import type { AgentSetup } from '../setup.ts'
import { PORT } from '../baselines/plausible.ts'
import { websiteMission } from './cheats.ts'
import { shipped } from './program.ts'
import { readRecording, recordingFile } from './recording.ts'

/** Puts what is typed now in the place of what was typed then: a small part of a program, and so no mere table. */
const NAMES = 'names'

/** A table of what the canonical solution answered in another run, and no program of it. */
export function replayerAgent({ argument, mission, canonical, env }: AgentSetup): Agent {
  if (argument !== '' && argument !== NAMES)
    throw new UsageError(`agent "replayer" has no variant "${argument}"; its only variant is ${NAMES}`)
  return {
    name: argument === '' ? 'replayer' : `replayer:${argument}`,
    async generate(brief) {
      const about = websiteMission(mission(brief.mission), 'replayer')
      const entries = await readRecording(recordingFile(about, env), about.id)
      const { launch } = (await canonical(about.id)).project
      const homepage = launch && 'homepage' in launch ? launch.homepage : '/'
      const port = launch && 'port' in launch ? launch.port : PORT
      return {
        files: [
          { path: 'server.js', content: shipped('replayer.js') },
          { path: 'recording.json', content: JSON.stringify({ port, entries, names: argument === NAMES }) },
        ],
        launch: { start: ['node', 'server.js'], port, homepage },
      }
    },
    answer: async (_questions, _project, context) => (await canonical(context.mission)).answers,
  }
}
