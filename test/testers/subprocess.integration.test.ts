import { casesNamed } from '../helpers.ts'
import { describe, expect, it } from 'vitest'
import {
  judge,
  verdict,
  IS_UNJUDGED_AND_NOT_THE_CASES,
  isUnjudgedAndNotThe,
  FAILS_CASES,
  fails,
  REFUSES_THE_PATH_CASES,
  refusesThePath,
} from './subprocess-cases.ts'

describe('programs that run to their end', () => {
  it('judges by exit code, by output and by the files that are left', async () => {
    const { status, reason } = await verdict({
      program: `import fs from 'node:fs'
        const [, , name] = process.argv
        fs.writeFileSync('out.txt', fs.readFileSync(name, 'utf8').toUpperCase())
        process.stdin.on('data', (chunk) => console.log('read ' + chunk)).on('end', () => process.exit(3))`,
      values: { output: './out.txt' },
      testcodes: {
        upper: async ({ put, run, file, expect }) => {
          await put('in/a.txt', 'hello')
          const finished = await run({ args: ['in/a.txt'], stdin: 'a line' })
          expect(finished.code).toBe(3)
          expect(finished.stdout).toBe('read a line\n')
          expect((await finished.read(file('output'))).toString()).toBe('HELLO')
          expect(await finished.has('nothing.txt')).toBe(false)
        },
      },
    })
    expect(reason).toBeUndefined()
    expect(status).toBe('passed')
  })

  describe('a mistake in a testcode', () => {
    isUnjudgedAndNotThe(casesNamed(IS_UNJUDGED_AND_NOT_THE_CASES, 'an unknown draw'))
  })

  fails(casesNamed(FAILS_CASES, 'an exit with 0 and no file'))

  refusesThePath(casesNamed(REFUSES_THE_PATH_CASES, '/etc/passwd'))
})

const echo = `import readline from 'node:readline'
  const lines = readline.createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
  console.log('Welcome'); lines.prompt()
  lines.on('line', (line) => { if (line === 'quit') process.exit(4); console.log('you said ' + line); lines.prompt() })`

describe('dialogues', () => {
  it('returns the output between two prompts, and how the program ended', async () => {
    const judgements = await judge({
      kind: 'console',
      program: echo,
      testcodes: {
        talk: async ({ start, expect }) => {
          const dialogue = await start()
          expect(dialogue.greeting).toBe('Welcome\n')
          expect(await dialogue.send('a > b')).toBe('you said a > b\n')
          expect(await dialogue.send('quit')).toBe('')
          expect(await dialogue.end()).toMatchObject({ code: 4 })
        },
        late: async ({ start }) => {
          const dialogue = await start()
          await dialogue.send('quit')
          await dialogue.send('hello?')
        },
      },
    })
    expect(judgements.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed'])
    expect(judgements[2]?.reason).toContain('has ended (exit code 4)')
  })
})

it('is not runnable with an unhandled exception, but is runnable with a usage message', async () => {
  const [thrown] = await judge({ program: `throw new Error('no')` })
  const [usage] = await judge({ program: `console.error('usage: main FILE'); process.exit(2)` })
  expect(thrown).toMatchObject({ status: 'failed' })
  expect(usage).toMatchObject({ status: 'passed' })
})
