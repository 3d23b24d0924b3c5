import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { loadModule } from '../../harness/lib/files/load-module.ts'
import { openProcessSandbox } from '../../harness/sandbox/process.ts'
import { subprocess } from '../../harness/testers/subprocess.ts'
import type { Judgement, Mission, ProgramTestcodes } from '../../harness/contracts/types.ts'
import type { Parameter } from '../../harness/contracts/schema.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { temporaryFolder, writeTree } from '../helpers.ts'
import { longestBlock } from '../processor.ts'
import { part, sampled } from '../part.ts'
import { missionOf, setupFor } from './website.ts'

const it = sampled('testers/subprocess', 5)

/** Declared, and never defined. */
declare const nowhere: unknown

interface Try {
  readonly program: string
  readonly testcodes?: ProgramTestcodes
  readonly kind?: Mission['kind']
  readonly values?: Record<string, unknown>
  readonly timeout?: number
}

const file: Parameter = { kind: 'file', description: 'The file it writes.' }

/** The judgements of a Node program: first whether it is runnable, then its testcodes. */
async function judge({ program, testcodes = {}, kind = 'batch', values, timeout }: Try): Promise<Judgement[]> {
  const mission = missionOf(testcodes, values ? { output: file } : {}, kind)
  await using setup = await setupFor(mission, testcodes, timeout)
  const home = path.join(setup.scratch, 'home')
  await mkdir(home)
  const files = [{ path: 'main.mjs', content: program }]
  const workspace = await materialise(
    { files, launch: { run: ['node', 'main.mjs'] } },
    path.join(setup.scratch, 'project'),
  )
  await using sandbox = openProcessSandbox(home)
  const target = {
    kind: 'program' as const,
    argv: ['node', 'main.mjs'],
    workspace,
    sandbox,
    log: () => '',
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  await using session = await subprocess.open(target, setup)
  const judgements = [await session.runnable()]
  for (const testcode of setup.suite.testcodes) judgements.push(await session.judge(testcode, values ?? {}))
  return judgements
}

async function verdict(attempt: Try): Promise<Judgement> {
  const judgement = (await judge(attempt))[1]
  if (!judgement) throw new Error('there was no testcode')
  return judgement
}

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
    // As a testcode that nobody checked the types of, as they are not when it is run.
    type Unchecked = Record<string, Record<string, (...args: unknown[]) => string>>
    const misuse = (act: (fixtures: Unchecked) => unknown): ProgramTestcodes => ({
      mistaken: async (fixtures) => {
        await fixtures.run()
        act(fixtures as unknown as Unchecked)
      },
    })

    it.each([
      [
        'an unknown draw',
        misuse(({ given }) => given?.['nosuch']?.('x')),
        'there is no given.nosuch; given has word, ',
      ],
      [
        'a wrong argument of a draw',
        misuse(({ given }) => given?.['amount']?.('x', { from: 'abc', to: '2' })),
        'given.amount: "abc" is not a decimal such as "-12.50"',
      ],
      [
        'an unknown operation',
        misuse(({ decimal }) => decimal?.['add']?.('1')),
        'there is no decimal.add; decimal has sum, ',
      ],
      [
        'an unknown fixture',
        misuse(({ pages }) => pages),
        'there is no fixture "pages"; the fixtures are given, decimal, ',
      ],
      ['an unknown name', misuse(() => nowhere), 'nowhere is not defined'],
    ])('is unjudged, and not the fault of the project: %s', async (_, testcodes, reason) => {
      const judgement = await verdict({ program: '', testcodes })
      expect(judgement.reason).toContain(reason)
      expect(judgement).toMatchObject({ status: 'unjudged', fault: 'machine' })
    })

    it('is reported with its line in the testcode file', async () => {
      await using folder = await temporaryFolder()
      const source = `export default {
        first: async ({ run, given }) => {
          await run()
          given.amount('x', { from: 'abc', to: '2' })
        },
        second: async () => nowhere,
      }`
      await writeTree(folder.path, { 'missions/tally/testcodes.ts': source })
      const { default: testcodes } = await loadModule(folder.file('missions/tally/testcodes.ts'))
      const [, ...judgements] = await judge({ program: '', testcodes: testcodes as ProgramTestcodes })
      expect(judgements.map(({ reason }) => reason)).toEqual([
        'missions/tally/testcodes.ts:4: given.amount: "abc" is not a decimal such as "-12.50"',
        'missions/tally/testcodes.ts:6: nowhere is not defined',
      ])
    })

    it('is distinguished from bad output of the project: a text that is not a decimal is an error', async () => {
      const { status } = await verdict({
        program: 'console.log("abc")',
        testcodes: {
          sums: async ({ run, decimal }) => {
            decimal.sum([(await run()).stdout.trim(), '1'])
          },
        },
      })
      expect(status).toBe('error')
    })
  })

  it('begins each testcode with a fresh copy', async () => {
    const once: ProgramTestcodes[string] = async ({ run, expect }) => {
      expect((await run()).stdout).toBe('first\n')
    }
    const judgements = await judge({
      program: `import fs from 'node:fs'
        console.log(fs.existsSync('mark') ? 'again' : 'first'); fs.writeFileSync('mark', '')`,
      testcodes: { one: once, two: once },
    })
    expect(judgements.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed'])
  })

  it.each([
    ['an exit with 0 and no file', 'process.exit(0)', 'left no file'],
    ['a link in its place', `import fs from 'node:fs'; fs.symlinkSync('/etc/hostname', 'out.txt')`, 'left no file'],
    ['a folder in its place', `import fs from 'node:fs'; fs.mkdirSync('out.txt')`, 'not a regular file'],
    ['no workbook', `import fs from 'node:fs'; fs.writeFileSync('out.txt', 'PK')`, 'is not a workbook'],
  ])('fails %s', async (_, program, why) => {
    const { status, reason } = await verdict({
      program,
      values: { output: 'out.txt' },
      testcodes: {
        read: async ({ run, file }) => {
          await (await run()).workbook(file('output'))
        },
      },
    })
    expect(reason).toContain(why)
    expect(status).toBe('failed')
  })

  it.each(part('paths', 3, ['/etc/passwd', '../secret', 'a\\b', '', 'C:/x', 7, null]))(
    'refuses the path %j',
    async (value) => {
      const { status } = await verdict({
        program: '',
        values: { output: value },
        testcodes: {
          read: async ({ run, file }) => {
            await (await run()).read(file('output'))
          },
        },
      })
      expect(status).toBe('bad-parameter')
    },
  )

  it('never treats output of a program as a verdict', async () => {
    const { status } = await verdict({
      program: `console.log('12 passed, 0 failed'); console.log('\\u001b[32mPASS\\u001b[0m')`,
      testcodes: {
        sum: async ({ run, expect }) => {
          const { stdout } = await run()
          expect(stdout).toContain('PASS')
          expect(stdout).not.toContain('\u001b')
          expect(stdout).toContain('42')
        },
      },
    })
    expect(status).toBe('failed')
  })

  it('ends a program that does not end, and one that prints too much', async () => {
    const run: ProgramTestcodes = {
      end: async ({ run }) => {
        await run()
      },
    }
    const [runnable, endless] = await judge({ program: 'setInterval(() => {}, 1000)', testcodes: run, timeout: 700 })
    expect([runnable?.status, endless?.status]).toEqual(['timeout', 'timeout'])
    const program = `const more = () => process.stdout.write('x'.repeat(65536), more); more()`
    const [flood] = await judge({ program, timeout: 20_000 })
    expect(flood?.status).toBe('error')
    expect(flood?.reason).toContain('output limit')
  })
})

describe('dialogues', () => {
  const echo = `import readline from 'node:readline'
    const lines = readline.createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
    console.log('Welcome'); lines.prompt()
    lines.on('line', (line) => { if (line === 'quit') process.exit(4); console.log('you said ' + line); lines.prompt() })`

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

  it('recognises a prompt after other text once no more output follows', async () => {
    const program = `process.stdout.write('Ready> '); process.stdin.on('data', (line) => process.stdout.write('Twice ' + line.toString().trim().repeat(2) + '> '))`
    const { status, reason } = await verdict({
      kind: 'console',
      program,
      testcodes: {
        twice: async ({ start, expect }) => {
          const dialogue = await start()
          expect(await dialogue.send('ab')).toBe('Twice abab')
        },
      },
    })
    expect(reason).toBeUndefined()
    expect(status).toBe('passed')
  })

  it('ends a program that makes its terminal wide and tall and then prints a little at a time', async () => {
    const longest = longestBlock()
    const [flood] = await judge({
      kind: 'console',
      program: `process.stdout.write('\\u001b[10000Gx\\n'.repeat(1990)); setInterval(() => process.stdout.write('.'), 20)`,
      timeout: 10_000,
    }).finally(() => longest())
    expect(flood).toMatchObject({ status: 'error' })
    expect(flood?.reason).toContain('moves the cursor of its terminal too often')
    expect(longest()).toBeLessThan(1000)
  })

  it('fails a program that ends before its first prompt, and is not runnable with an exception', async () => {
    const [runnable, start] = await judge({
      kind: 'console',
      program: `throw new Error('no')`,
      testcodes: {
        start: async ({ start }) => {
          await start()
        },
      },
    })
    expect(runnable?.status).toBe('failed')
    expect(start?.status).toBe('failed')
    expect(start?.reason).toContain('before it showed its prompt')
  })
})

it('is not runnable with an unhandled exception, but is runnable with a usage message', async () => {
  const [thrown] = await judge({ program: `throw new Error('no')` })
  const [usage] = await judge({ program: `console.error('usage: main FILE'); process.exit(2)` })
  expect(thrown).toMatchObject({ status: 'failed' })
  expect(usage).toMatchObject({ status: 'passed' })
})
