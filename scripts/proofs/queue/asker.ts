/** An agent that asks a model one question of its own in each trial, and gives no project. */
import type { Agent } from 'pe'

/** Of each question: estimated as the 20 tokens that the server of the proof says it took, so that each estimate is exact. */
const CHARACTERS = 80

export default function asker(): Agent {
  return {
    name: 'asker',
    generate: async (_brief, context) => {
      const { mission, sample } = context
      const content = `What is the number of ${mission}, sample ${String(sample)}?`.padEnd(CHARACTERS)
      await context.ask({ model: 'openai:gpt-4.1', messages: [{ role: 'user', content }] })
      return { files: [] }
    },
    answer: () => Promise.resolve({}),
  }
}
