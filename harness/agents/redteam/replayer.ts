import { UsageError } from '../../errors.ts'
import type { Agent } from '../../contracts/types.ts'
import type { AgentSetup } from '../setup.ts'
import { PORT } from '../baselines/plausible.ts'
import { websiteMission } from './cheats.ts'
import { readProgramFile } from './program.ts'
import { readRecording, recordingFile } from './recording.ts'

/** The variant that replaces recorded input by the current input, so it is more than a lookup table. */
const NAMES = 'names'

/** Replays recorded responses of the canonical solution, without its code. */
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
          { path: 'server.js', content: readProgramFile('replayer.js') },
          { path: 'recording.json', content: JSON.stringify({ port, entries, names: argument === NAMES }) },
        ],
        launch: { start: ['node', 'server.js'], port, homepage },
      }
    },
    answer: async (_questions, _project, context) => (await canonical(context.mission)).answers,
  }
}
