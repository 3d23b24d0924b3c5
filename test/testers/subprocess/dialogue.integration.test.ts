/** Programs that end a dialogue, or never prompt. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openProcessSandbox } from '../../../harness/sandbox/process.ts'
import { subprocess } from '../../../harness/testers/subprocess.ts'
import type { Judgement, ProgramTestcodes } from '../../../harness/contracts/types.ts'
import { materialise } from '../../../harness/trial/workspace.ts'
import { missionOf, setupFor } from '../website.ts'

/** The judgements of a program with a dialogue: whether it is runnable, then its testcode. */
async function judged(
  argv: readonly string[],
  program: string,
  testcodes: ProgramTestcodes,
  timeout: number,
): Promise<Judgement[]> {
  await using setup = await setupFor(missionOf(testcodes, {}, 'console'), testcodes, timeout)
  const home = path.join(setup.scratch, 'home')
  await mkdir(home)
  const launch = { run: [...argv] }
  const workspace = await materialise(
    { files: [{ path: 'main', content: program }], launch },
    path.join(setup.scratch, 'project'),
  )
  await using sandbox = openProcessSandbox(home)
  const ends = { log: () => '', [Symbol.asyncDispose]: () => Promise.resolve() }
  await using session = await subprocess.open({ kind: 'program', argv, workspace, sandbox, ...ends }, setup)
  const judgements = [await session.runnable()]
  for (const testcode of setup.suite.testcodes) judgements.push(await session.judge(testcode, {}))
  return judgements
}

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

describe('a dialogue', () => {
  it.each(Object.entries(ENDS))('ends with its program: %s', async (_, [argv, program]) => {
    const judgements = await judged(argv, program, quits, 15_000)
    expect(judgements.map(({ status, reason }) => ({ status, reason }))).toEqual([
      { status: 'passed', reason: undefined },
      { status: 'passed', reason: undefined },
    ])
  })

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

  it('says which prompt did not come, and what came instead', async () => {
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
