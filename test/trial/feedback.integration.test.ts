/** Submissions and checks while agents work, in real trials of small programs. */
import { describe, expect, it } from 'vitest'
import { AgentFault } from '../../harness/errors.ts'
import { runAgent, runTrial } from '../../harness/trial/trial.ts'
import type { AgentContext, Project, SubmissionResult } from '../../harness/contracts/types.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'
import { entries, eventsOf, passed, place } from './feedback-trial.ts'
import { isToldNothingHidden, submitting } from './feedback-cases.ts'

describe('an agent that submits three times', () => {
  it('has the best of them as its result, and all of them in the record', async () => {
    await using here = await place('best')
    const results: SubmissionResult[] = []
    const record = await runTrial(here.trial(submitting(['a', 'ab', 'c'], results)))
    expect(entries(record)).toEqual([
      [1, 1 / 3, undefined],
      [2, 2 / 3, true],
      [3, 1 / 3, undefined],
    ])
    expect([record.outcome, passed(record)]).toEqual(['judged', 'ab'])
    expect(results.map(({ number, left }) => [number, left])).toEqual([
      [1, 2],
      [2, 1],
      [3, 0],
    ])
    expect(results[1]).toEqual({
      number: 2,
      left: 1,
      outcome: 'judged',
      testcodes: [
        { testcode: 'runnable', status: 'passed', points: { earned: 0, of: 0 } },
        { testcode: 'a', status: 'passed', points: { earned: 2, of: 2 } },
        { testcode: 'b', status: 'passed', points: { earned: 2, of: 2 } },
        { testcode: 'c', status: 'failed', points: { earned: 0, of: 2 } },
      ],
      points: { earned: 4, of: 6 },
    })
    // Only the verdicts of the submission that counts are emitted, once it is known.
    expect(eventsOf(here.events)).toEqual([
      ...['submission 1', 'submission 2', 'submission 3'],
      ...['runnable passed', 'a passed', 'b passed', 'c failed'],
    ])
    expect(record.stages.feedback).toBeGreaterThan(0)
    expect(record.stages.generate).toBeLessThan(record.stages.feedback ?? 0)
    expect(record.stages.judge).toBeUndefined()
    const store = here.trial(() => Promise.reject(new Error())).store
    await store.writeRecord(record)
    expect((await store.readProject())?.files[0]?.content.toString()).toContain('"ab"')
    expect((await store.readKeptProject())?.project.files[0]?.content.toString()).toContain('"c"')
  })
})

describe('an agent that fails', () => {
  it('keeps what it submitted, and its fault; judged later, too', async () => {
    await using here = await place('best')
    const failing = async (context: AgentContext): Promise<Project> => {
      context.note('before')
      await context.submit(projectFor('ab'))
      throw new AgentFault('it fell over', 'crashed')
    }
    expect(await runAgent(here.trial(failing))).toBeUndefined()
    const record = await runTrial(here.trial(() => Promise.reject(new Error('it is not asked again'))))
    expect(record).toMatchObject({ outcome: 'judged', fault: 'crashed' })
    expect([passed(record), entries(record)]).toEqual(['ab', [[1, 2 / 3, true]]])
    expect(record.agent?.notes).toEqual(['before', 'the agent failed after it had submitted: it fell over'])
  })
})

describe('what a mission does not offer', () => {
  it.each([
    ['plain', 'submit', 'mission "plain" takes one submission, which is the project that the agent returns'],
    ['plain', 'check', 'mission "plain" has no visible suites: there is nothing to check'],
    ['terse', 'check', 'mission "terse" has no visible suites: there is nothing to check'],
    ['checks', 'submit', 'mission "checks" takes one submission, which is the project that the agent returns'],
  ] as const)('%s: %s is refused', async (id, call, message) => {
    await using here = await place(id)
    const record = await runTrial(
      here.trial(async (context) => {
        await context[call](projectFor(''))
        return projectFor('')
      }),
    )
    expect(record).toMatchObject({ outcome: 'no-project', reason: message })
  })
})

describe('what an agent is told', () => {
  isToldNothingHidden(['best'])
})
