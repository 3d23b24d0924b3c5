/** An agent that sleeps and then gives nothing: the cores are not what limits a run of it. */
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
