/** The other cases of dialogue.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { judged } from './dialogue-cases.ts'

describe('a dialogue', () => {
  it('waits for a program that works for long before it prompts again', async () => {
    const busy = `
const rl = require('node:readline').createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
rl.prompt()
rl.on('line', (line) => {
  console.log('Working')
  for (const until = Date.now() + 6000; Date.now() < until;);
  console.log('You said: ' + line)
  rl.prompt()
})`
    const [, judgement] = await judged(
      ['node', 'main'],
      busy,
      {
        wait: async ({ start, expect: expects }) => {
          const talk = await start()
          expects(await talk.send('one')).toContain('You said: one')
          expects(await talk.send('two')).toContain('You said: two')
        },
      },
      30_000,
    )
    expect(judgement).toMatchObject({ status: 'passed' })
  })
})
