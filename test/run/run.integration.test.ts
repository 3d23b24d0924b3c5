/** The events of a run, and the state in which it leaves its trials. */
import { describe, expect, it } from 'vitest'
import { AgentFault, UsageError } from '../../harness/errors.ts'
import { readSummary } from '../../harness/store/read.ts'
import type { Agent } from '../../harness/contracts/types.ts'
import { brokenProject } from '../fixtures/feedback/projects.ts'
import { agentThat } from '../trial/feedback-trial.ts'
import { smallRun } from './small-run.ts'
import { gives, recordsOf, shortly, expectFinal } from './run-cases.ts'

const fails = (error: Error): Agent => agentThat(() => Promise.reject(error))

describe('the events of a run', () => {
  it('are final and in order, equal to the records, also for trials that never ran', async () => {
    await using run = await smallRun(
      {
        good: gives('abc'),
        half: gives('b'),
        refuses: fails(new AgentFault('it refused', 'refused')),
        throws: fails(new RangeError('what is this?')),
        broken: agentThat(() => Promise.resolve(brokenProject('no'))),
      },
      2,
    )
    const summary = await run.go()
    expect(run.events[0]).toMatchObject({ type: 'run-begin', pending: 5 })
    expect(run.events.at(-1)).toEqual({ type: 'run-end', summary })
    await expectFinal(run)
    const all = (status: string) => ['runnable', 'a', 'b', 'c'].map((testcode) => `${testcode} ${status}`)
    const whole = (verdicts: readonly string[]) => ['trial-begin', ...verdicts, 'trial-end']
    expect(shortly(run.events, 'good')).toEqual(whole(all('passed')))
    expect(shortly(run.events, 'half')).toEqual(whole(['runnable passed', 'a failed', 'b passed', 'c failed']))
    expect(shortly(run.events, 'refuses')).toEqual(whole(all('not-run')))
    expect(shortly(run.events, 'broken')).toEqual(whole(all('not-run')))
    // An agent that throws something unknown is not known to be at fault, and ends no other trial.
    expect(shortly(run.events, 'throws')).toEqual(whole(all('unjudged')))
    expect(await recordsOf(run)).toHaveLength(5)
    expect(summary.incomplete).toBe(false)
  })
})

describe('a run that ends early', () => {
  it('by a mistake of the user keeps what has ended, leaves the rest pending, and throws at the end', async () => {
    await using run = await smallRun(
      { first: gives('abc'), second: fails(new UsageError('the key is missing')), third: gives('abc') },
      1,
    )
    await expect(run.go()).rejects.toThrow(new UsageError('the key is missing'))
    expect(run.events.at(-1)?.type).toBe('run-end')
    expect(shortly(run.events, 'third')).toEqual([])
    expect((await recordsOf(run)).map(({ trial }) => trial.agent)).toEqual(['first'])
    expect((await readSummary(run.folder))?.incomplete).toBe(true)
  })
})
