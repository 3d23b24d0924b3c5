/** Programs that end a dialogue, or never prompt. */
import { describe, it } from 'vitest'
import type { ProgramTestcodes } from '../../../harness/contracts/types.ts'
import { judged } from './dialogue-cases.ts'

const quits: ProgramTestcodes = {
  quit: async ({ start, expect: expects }) => {
    const talk = await start()
    expects((await talk.send('one')).trim()).toBe('You said: one')
    expects(await talk.send('quit')).toContain('Bye.')
    expects((await talk.end()).code).toBe(0)
  },
}

const READLINE = `
const rl = require('node:readline').createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
rl.prompt()
rl.on('line', (line) => {
  if (line === 'quit') { console.log('Bye.'); rl.close(); return }
  console.log('You said: ' + line)
  rl.prompt()
})`

const ENDS = {
  'readline of Node, which is closed': [['node', 'main'], READLINE],
  'readline of Node, whose close is followed by more output': [
    ['node', 'main'],
    READLINE.replace("console.log('Bye.'); rl.close()", "rl.on('close', () => console.log('Bye.')); rl.close()"),
  ],
  'a loop in Python that ends': [
    ['/usr/bin/python3', '-u', 'main'],
    "while True:\n    line = input('> ')\n    if line == 'quit':\n        print('Bye.')\n        break\n    print('You said: ' + line)\n",
  ],
  'a loop in Python that reads on after its goodbye': [
    ['/usr/bin/python3', '-u', 'main'],
    "import sys\nprint('> ', end='')\nfor line in sys.stdin:\n    if line == 'quit\\n': print('Bye.')\n    else: print('You said: ' + line.strip() + '\\n> ', end='')\n",
  ],
} as const

// At once, because most of their time is silence that is waited for.
describe('a dialogue', { concurrent: true }, () => {
  it.for(Object.entries(ENDS))('ends with its program: %s', async ([, [argv, program]], { expect }) => {
    const judgements = await judged(argv, program, quits, 15_000)
    expect(judgements.map(({ status, reason }) => ({ status, reason }))).toEqual([
      { status: 'passed', reason: undefined },
      { status: 'passed', reason: undefined },
    ])
  })

  it('says which prompt did not come, and what came instead', async ({ expect }) => {
    const [runnable, judgement] = await judged(
      ['node', 'main'],
      "process.stdout.write('Enter\\ta\\u00a0name: '); process.stdin.resume()",
      { any: async ({ start }) => void (await start()) },
      2000,
    )
    const reason = 'within 2 s, the program did not show its prompt "> "; its output ends with "Enter\\ta\\u00A0name:"'
    expect(runnable).toMatchObject({ status: 'timeout', reason })
    expect(judgement).toMatchObject({ status: 'timeout', reason })
  })
})
