/** The other cases of subprocess.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { loadModule } from '../../harness/lib/files/load-module.ts'
import type { ProgramTestcodes } from '../../harness/contracts/types.ts'
import { temporaryFolder, writeTree } from '../helpers.ts'
import { longestBlock } from '../processor.ts'
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
  describe('a mistake in a testcode', () => {
    isUnjudgedAndNotThe(IS_UNJUDGED_AND_NOT_THE_CASES)

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

  fails(FAILS_CASES)

  refusesThePath(REFUSES_THE_PATH_CASES)

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
