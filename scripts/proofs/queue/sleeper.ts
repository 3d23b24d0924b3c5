/** An agent that sleeps and then gives no project, so that the cores do not limit its run. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Agent } from 'pe'

const MILLISECONDS = 500

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
