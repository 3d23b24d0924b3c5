/** Shared by the tests of subprocess. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openProcessSandbox } from '../../harness/sandbox/process.ts'
import { subprocess } from '../../harness/testers/subprocess.ts'
import type { Judgement, Mission, ProgramTestcodes } from '../../harness/contracts/types.ts'
import type { Parameter } from '../../harness/contracts/schema.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { missionOf, setupFor } from './website.ts'

/** Declared, and never defined. */
export declare const nowhere: unknown

interface Try {
  readonly program: string
  readonly testcodes?: ProgramTestcodes
  readonly kind?: Mission['kind']
  readonly values?: Record<string, unknown>
  readonly timeout?: number
}

export const file: Parameter = { kind: 'file', description: 'The file it writes.' }

/** The judgements of a Node program: first whether it is runnable, then its testcodes. */
export async function judge({ program, testcodes = {}, kind = 'batch', values, timeout }: Try): Promise<Judgement[]> {
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

export async function verdict(attempt: Try): Promise<Judgement> {
  const judgement = (await judge(attempt))[1]
  if (!judgement) throw new Error('there was no testcode')
  return judgement
}

// As a testcode that nobody checked the types of, as they are not when it is run.
type Unchecked = Record<string, Record<string, (...args: unknown[]) => string>>

export const misuse = (act: (fixtures: Unchecked) => unknown): ProgramTestcodes => ({
  mistaken: async (fixtures) => {
    await fixtures.run()
    act(fixtures as unknown as Unchecked)
  },
})

export const IS_UNJUDGED_AND_NOT_THE_CASES = [
  ['an unknown draw', misuse(({ given }) => given?.['nosuch']?.('x')), 'there is no given.nosuch; given has word, '],
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
] as const

export function isUnjudgedAndNotThe(cases: readonly (typeof IS_UNJUDGED_AND_NOT_THE_CASES)[number][]): void {
  it.each(cases)('is unjudged, and not the fault of the project: %s', async (_, testcodes, reason) => {
    const judgement = await verdict({ program: '', testcodes })
    expect(judgement.reason).toContain(reason)
    expect(judgement).toMatchObject({ status: 'unjudged', fault: 'machine' })
  })
}
export const FAILS_CASES = [
  ['an exit with 0 and no file', 'process.exit(0)', 'left no file'],
  ['a link in its place', `import fs from 'node:fs'; fs.symlinkSync('/etc/hostname', 'out.txt')`, 'left no file'],
  ['a folder in its place', `import fs from 'node:fs'; fs.mkdirSync('out.txt')`, 'not a regular file'],
  ['no workbook', `import fs from 'node:fs'; fs.writeFileSync('out.txt', 'PK')`, 'is not a workbook'],
] as const

export function fails(cases: readonly (typeof FAILS_CASES)[number][]): void {
  it.each(cases)('fails %s', async (_, program, why) => {
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
}
export const REFUSES_THE_PATH_CASES = ['/etc/passwd', '../secret', 'a\\b', '', 'C:/x', 7, null] as const

export function refusesThePath(cases: readonly (typeof REFUSES_THE_PATH_CASES)[number][]): void {
  it.each(cases)('refuses the path %j', async (value) => {
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
  })
}
