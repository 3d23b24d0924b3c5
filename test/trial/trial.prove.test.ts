/** The other cases of trial.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import type { TesterEntry } from '../../harness/contracts/types.ts'
import { trial, trialOf, runs } from './trial-cases.ts'

describe('the limits of a mission', () => {
  it('end the judging where the run would go on', async () => {
    const slow = `setTimeout(() => {}, 1500)`
    const { verdicts } = await trial(slow, { runs, again: runs }, { seconds: 1 })
    expect(verdicts.map(({ status }) => status)).toEqual(['timeout', 'timeout'])
    expect(verdicts[0]?.reason).toBe('the trial reached its limit of 1 s before')
    expect(verdicts.map(({ limit }) => limit)).toEqual(['time', 'time'])
  })
})

describe('the target of a tester', () => {
  it('is the running project if it accepts that, and the files of the project if it accepts only those', async () => {
    const seen: string[] = []
    const looks = (name: string, accepts: TesterEntry['accepts']): TesterEntry => ({
      name,
      accepts,
      check: () => undefined,
      open(target) {
        const files = target.kind === 'website' ? [] : target.workspace.files.map((file) => file.path)
        seen.push(`${name}: ${target.kind} with ${files.join(', ')}`)
        const passed = () => Promise.resolve({ status: 'passed', evidence: {} } as const)
        return Promise.resolve({ runnable: passed, judge: passed, [Symbol.asyncDispose]: () => Promise.resolve() })
      },
    })
    const own = [looks('runs', ['program', 'source']), looks('reads', ['source'])]
    const suites = own.map(({ name }) => ({ id: name, tester: name, weight: 1, testcodes: [{ id: `it-${name}` }] }))
    const record = await trialOf('', { kind: 'batch', suites }, { own })
    expect(seen).toEqual(['runs: program with main.mjs', 'reads: source with main.mjs'])
    expect(record.verdicts).toMatchObject([
      { testcode: 'it-runs', suite: 'runs', status: 'passed' },
      { testcode: 'it-reads', suite: 'reads', status: 'passed' },
    ])
    expect(record.suites).toEqual(suites.map(({ id, tester, weight }) => ({ id, tester, weight })))
  })
})

describe('the limits of a mission', () => {
  it('end a program that needs more memory, and say so', async () => {
    const greedy = `const all = []; for (let n = 0; n < 8; n += 1) all.push(Buffer.alloc(16 * 1024 * 1024, 1))`
    const { verdicts } = await trial(greedy, { runs }, { memoryMiB: 128 })
    expect(verdicts[0]?.reason).toContain('memory limit 128 MiB')
    expect(verdicts[0]?.status).not.toBe('passed')
    const enough = await trial(greedy, { runs }, { memoryMiB: 800 })
    expect(enough.verdicts[0]?.status).toBe('passed')
  })
})
