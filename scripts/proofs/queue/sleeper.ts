/** An agent that sleeps and then gives no project, so that the cores do not limit its run. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Agent } from 'pe'

/** Read from the environment of the process that runs the trial. */
const MILLISECONDS = Number(process.env['PE_PROOF_SLEEP'] ?? 2000)

export default function sleeper(): Agent {
  return {
    name: 'sleeper',
    generate: async () => {
      await delay(MILLISECONDS)
      return { files: [] }
    },
    answer: () => Promise.resolve({}),
  }
}
