/** An agent that kills the process that runs it, in the trials of one mission. */
import type { Agent } from 'pe'

export default function deadly(): Agent {
  return {
    name: 'deadly',
    generate: (_brief, { mission }) => {
      if (mission === 'echo-1') process.kill(process.pid, 'SIGKILL')
      return Promise.resolve({ files: [] })
    },
    answer: () => Promise.resolve({}),
  }
}
