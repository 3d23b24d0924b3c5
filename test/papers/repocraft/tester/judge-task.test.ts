import { describe, expect, it } from 'vitest'
import { AgentFault, BudgetSpent, HarnessFault } from '../../../../harness/errors.ts'
import { judgeTask } from '../../../../harness/papers/repocraft/tester.ts'
import type { LibraryTask } from '../../../../harness/contracts/types.ts'
import type { Execution, TaskJudge, Vote } from '../../../../harness/papers/repocraft/tester/steps.ts'

const TASK: LibraryTask = { id: 't', algorithm: 'Adds.', query: 'Does it add?', tests: ['test_add'], code: 'assert 1' }
const signal = new AbortController().signal
const votes = (yes: number, no: number): Vote[] => [
  ...Array.from({ length: yes }, (_, index) => ({ seed: index + 1, yes: true, reason: 'add() adds' })),
  ...Array.from({ length: no }, (_, index) => ({ seed: yes + index + 1, yes: false, reason: 'nothing adds' })),
]

interface Script {
  readonly candidates?: number
  readonly votes?: readonly Vote[] | Error
  readonly execution?: Execution | Error
}

/** Answers as scripted, and records its steps. */
function scripted({ candidates = 1, votes: all = votes(5, 0), execution }: Script) {
  const steps: string[] = []
  const answer = <T>(step: string, value: T | Error): Promise<T> => {
    steps.push(step)
    return value instanceof Error ? Promise.reject(value) : Promise.resolve(value)
  }
  const judge: TaskJudge = {
    name: 'scripted',
    localise: () =>
      answer(
        'localise',
        Array.from({ length: candidates }, () => ({ file: 'a.py', name: 'add' })),
      ),
    vote: () => answer('vote', all),
    execute: () => answer('execute', execution ?? { passed: true, reason: 'exit status 0' }),
  }
  return { steps, judged: () => judgeTask(TASK, judge, signal) }
}

describe('a task', () => {
  it('passes only if its test was executed and passed', async () => {
    const { steps, judged } = scripted({ votes: votes(3, 2) })
    expect(await judged()).toMatchObject({ status: 'passed', votes: { yes: 3, of: 5 } })
    expect(steps).toEqual(['localise', 'vote', 'execute'])
  })

  it('fails if its test fails, whatever the votes say', async () => {
    const { judged } = scripted({ execution: { passed: false, reason: 'exit status 1' } })
    expect(await judged()).toMatchObject({ status: 'failed', reason: 'exit status 1', votes: { yes: 5, of: 5 } })
  })

  it('fails without a majority, and is not executed', async () => {
    const { steps, judged } = scripted({ votes: votes(2, 3) })
    expect(await judged()).toMatchObject({
      status: 'failed',
      votes: { yes: 2, of: 5 },
      reason: expect.stringMatching(/^2 of 5 votes .*nothing adds/) as string,
    })
    expect(steps).toEqual(['localise', 'vote'])
  })

  it('fails if nothing may hold the algorithm, and is not voted on', async () => {
    const { steps, judged } = scripted({ candidates: 0 })
    expect(await judged()).toMatchObject({ status: 'failed', reason: 'nothing in the project may hold the algorithm' })
    expect(steps).toEqual(['localise'])
  })

  it.each<[string, Script]>([
    ['without votes', { votes: [] }],
    ['if the model refuses to vote', { votes: new AgentFault('refused', 'refused') }],
    ['if the model is gone', { votes: new HarnessFault('gone') }],
    ['if its test cannot be run', { execution: new HarnessFault('no sandbox') }],
  ])('is unjudged %s', async (_, script) => {
    const judgement = await scripted(script).judged()
    expect(judgement).toMatchObject({ status: 'unjudged', fault: 'machine' })
    expect(judgement.reason).toMatch(/^scripted/)
  })

  it('keeps its votes if its test cannot be run', async () => {
    const { judged } = scripted({ execution: new HarnessFault('no sandbox') })
    expect(await judged()).toMatchObject({ status: 'unjudged', votes: { yes: 5, of: 5 } })
  })

  it.each([new BudgetSpent('all spent'), new TypeError('a mistake of ours')])('does not hide %s', async (error) => {
    await expect(scripted({ votes: error }).judged()).rejects.toBe(error)
  })
})
