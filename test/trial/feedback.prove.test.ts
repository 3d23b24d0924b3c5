/** The other cases of feedback.integration.test.ts. */
import { readFile, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { setAsideForRetry } from '../../harness/commands/run.ts'
import { AgentFault, MachineFault } from '../../harness/errors.ts'
import { repeatJudging } from '../../harness/run/one-trial.ts'
import { setAside } from '../../harness/store/earlier.ts'
import { runTrial } from '../../harness/trial/trial.ts'
import type {
  Agent,
  AgentContext,
  CheckResult,
  Project,
  SubmissionResult,
  TesterEntry,
} from '../../harness/contracts/types.ts'
import { brokenProject, projectFor } from '../fixtures/feedback/projects.ts'
import { entries, eventsOf, passed, place } from './feedback-trial.ts'
import { isToldNothingHidden, submitting } from './feedback-cases.ts'

describe('an agent that submits three times', () => {
  it('has the last of them as its result', async () => {
    await using here = await place('last')
    const record = await runTrial(here.trial(submitting(['abc', 'ab', 'c'])))
    expect(entries(record).at(-1)).toEqual([3, 1 / 3, true])
    expect(passed(record)).toBe('c')
  })

  it('has the project that it returns as its last submission, judged only if it is a new one and one is left', async () => {
    await using here = await place('last')
    const twice = await runTrial(
      here.trial(async ({ submit }) => {
        await submit(projectFor('ab'))
        await submit(projectFor('abc'))
        await submit(projectFor('abc'))
        return projectFor('ab')
      }),
    )
    expect(twice.submissions?.map(({ counts }) => counts)).toEqual([true, undefined])
    expect(passed(twice)).toBe('ab')

    await using other = await place('last')
    const judged = await runTrial(
      other.trial(async ({ submit }) => {
        await submit(projectFor('ab'))
        return projectFor('a')
      }),
    )
    expect([entries(judged).length, passed(judged), judged.submissions?.[1]?.counts]).toEqual([2, 'a', true])
    expect(judged.stages.judge).toBeGreaterThan(0)

    await using full = await place('last')
    const notJudged = await runTrial(
      full.trial(async ({ submit }) => {
        for (const letters of ['a', 'b', 'c']) await submit(projectFor(letters))
        return projectFor('abc')
      }),
    )
    expect([entries(notJudged).length, passed(notJudged)]).toEqual([3, 'c'])
    expect(notJudged.agent?.notes).toEqual(['the returned project was not judged: all 3 submissions were used before'])
  })

  it('gets no fourth one, and judging again is judging the one that counts', async () => {
    await using here = await place('best')
    let refused: unknown
    const trial = here.trial(async (context) => {
      await Promise.all(['a', 'ab', 'c'].map((letters) => context.submit(projectFor(letters))))
      refused = await context.submit(projectFor('abc')).catch((error: unknown) => error)
      return projectFor('c')
    })
    const record = await runTrial(trial)
    expect(refused).toBeInstanceOf(AgentFault)
    expect((refused as Error).message).toBe('mission "best" takes 3 submissions: none is left')
    expect(await readdir(path.join(here.folder, 'submissions'))).toEqual(['1', '2', '3'])
    const repeated = await repeatJudging(trial, record, 1)
    expect(repeated.repeats).toMatchObject({ times: 1, flaky: [] })
    expect(repeated.repeats?.judgings).toHaveLength(1)
  })
})

describe('an agent that fails', () => {
  it('has given no project if it submitted nothing', async () => {
    await using here = await place('best')
    const record = await runTrial(here.trial(() => Promise.reject(new AgentFault('it fell over'))))
    expect(record).toMatchObject({ outcome: 'no-project', fault: 'unreadable' })
    expect(record.submissions).toBeUndefined()
  })
})

describe('an agent that failed after it had submitted', () => {
  const failing = async (context: AgentContext): Promise<Project> => {
    await context.submit(projectFor('ab'))
    throw new AgentFault('it fell over', 'crashed')
  }

  it('is asked again by a retry of agents, and by no other', async () => {
    await using here = await place('best')
    const first = here.trial(failing)
    await first.store.writeRecord(await runTrial(first))
    await setAsideForRetry(here.run, ['crashed'])
    const again = here.trial(submitting(['a', 'abc']))
    const record = await runTrial(again)
    await again.store.writeRecord(record)
    expect([record.fault, entries(record), passed(record)]).toEqual([
      undefined,
      [
        [1, 1 / 3, undefined],
        [2, 1, true],
      ],
      'abc',
    ])
    const aside = path.join(here.folder, 'earlier', '1')
    expect((await readdir(aside)).toSorted()).toEqual([
      ...['brief.json', 'evidence', 'fault.json', 'submissions', 'trial.json'],
    ])
    await expect(setAsideForRetry(here.run, ['agent'])).rejects.toThrow('no trial of run')
  })

  it('has its submissions judged again, and is not asked, if the harness is retried', async () => {
    await using here = await place('best')
    const trial = here.trial(failing)
    // The machine fails once the agent has failed.
    const broken = { ...trial, suites: trial.suites.map((suite) => ({ ...suite, tester: brokenTester(suite.tester) })) }
    const unjudged = await runTrial(broken)
    expect([unjudged.outcome, unjudged.fault]).toEqual(['unjudged', 'crashed'])
    await trial.store.writeRecord(unjudged)
    await setAsideForRetry(here.run, ['unjudged'])
    const record = await runTrial(here.trial(() => Promise.reject(new Error('it is not asked again'))))
    expect([record.outcome, record.fault, passed(record)]).toEqual(['judged', 'crashed', 'ab'])
  })
})

describe('a submission that the harness cannot judge', () => {
  it('is free twice: an agent that makes the machine fail cannot submit for ever', async () => {
    await using here = await place('best')
    const results: SubmissionResult[] = []
    const trial = here.trial(submitting(['a', 'b', 'c', 'ab', 'bc', 'abc'], results))
    const broken = { ...trial, suites: trial.suites.map((suite) => ({ ...suite, tester: brokenTester(suite.tester) })) }
    const record = await runTrial(broken)
    expect(results.map(({ left }) => left)).toEqual([3, 3, 2, 1, 0])
    expect(results.map(({ reason = '' }) => reason.endsWith('does not use up one'))).toEqual([
      ...[true, true, false, false, false],
    ])
    expect([record.outcome, record.fault, entries(record).length]).toEqual(['unjudged', 'limit', 5])
  })
})

/** A tester of a machine on which nothing can be opened. */
function brokenTester(tester: TesterEntry): TesterEntry {
  return { ...tester, open: () => Promise.reject(new MachineFault('no browser')) }
}

describe('what a mission does not offer', () => {
  it('is said beforehand, and nothing can be asked for once the project is frozen', async () => {
    await using here = await place('best')
    let offered: unknown
    const trial = here.trial((context) => {
      offered = context.feedback
      return Promise.resolve(projectFor('a'))
    })
    let refused: unknown
    const agent: Agent = {
      ...trial.agent,
      answer: async (_, project, context) => {
        expect(context.feedback).toEqual({ checks: false, submissions: 0 })
        refused = await context.submit(project).catch((error: unknown) => error)
        return {}
      },
    }
    await runTrial({ ...trial, agent })
    expect(offered).toEqual({ checks: true, submissions: 3 })
    expect(String(refused)).toContain('the project is frozen')
  })
})

describe('a check', () => {
  it('runs the visible suites, as often as it is asked for, and counts for nothing', async () => {
    await using here = await place('checks')
    const results: CheckResult[] = []
    const record = await runTrial(
      here.trial(async (context) => {
        for (const letters of ['a', 'x', 'a']) results.push(await context.check(projectFor(letters)))
        return projectFor('a')
      }),
    )
    expect(results.map(({ number }) => number)).toEqual([1, 2, 1])
    expect(results[0]?.suites[0]?.testcodes[0]).toMatchObject({
      testcode: 'shown',
      status: 'failed',
      points: { earned: 0, of: 1 },
      reason: expect.stringContaining('SHOWN-OUTPUT-x') as string,
    })
    expect(results[1]?.suites).toEqual([
      { suite: 'examples', testcodes: [{ testcode: 'shown', status: 'passed', points: { earned: 1, of: 1 } }] },
    ])
    expect(record.checks?.map(({ number, score }) => [number, score])).toEqual([
      [1, 0],
      [2, 1],
    ])
    expect([passed(record), record.submissions]).toEqual(['a', undefined])
    expect(eventsOf(here.events).slice(0, 2)).toEqual(['check 1', 'check 2'])
  })
})

describe('what an agent is told', () => {
  it('reports a project that does not install, with its own output', async () => {
    await using here = await place('best')
    const results: SubmissionResult[] = []
    const record = await runTrial(
      here.trial(async (context) => {
        results.push(await context.submit(brokenProject('MY-OWN-OUTPUT')))
        return brokenProject('MY-OWN-OUTPUT')
      }),
    )
    expect(results[0]).toMatchObject({ outcome: 'not-launched', points: { earned: 0, of: 6 } })
    expect(results[0]?.log).toContain('MY-OWN-OUTPUT')
    expect(record).toMatchObject({ outcome: 'not-launched', failedAt: 'install' })
  })
})

describe('a trial that was interrupted', () => {
  it('gives no more submissions than the mission allows to an agent that submits others then', async () => {
    await using here = await place('best')
    await runTrial(here.trial(submitting(['a', 'ab'])))
    await rm(path.join(here.folder, 'project.json'))
    const refused = await runTrial(here.trial(submitting(['b', 'bc', 'abc'])))
    expect(refused).toMatchObject({ outcome: 'judged', fault: 'limit' })
    expect(entries(refused).map(([number]) => number)).toEqual([1, 2, 3])
  })

  it('judges all submissions again if its verdicts are set aside, and picks again', async () => {
    await using here = await place('best')
    const trial = here.trial(submitting(['ab', 'a']))
    const first = await runTrial(trial)
    await trial.store.writeRecord(first)
    await setAside(here.folder, 'verdicts')
    here.events.length = 0
    const again = await runTrial(here.trial(() => Promise.reject(new Error('it is not asked again'))))
    expect(eventsOf(here.events).slice(0, 2)).toEqual(['submission 1', 'submission 2'])
    expect([passed(again), entries(again)]).toEqual([passed(first), entries(first)])
    const aside = path.join(here.folder, 'earlier', '1', 'submissions', '1', 'judged.json')
    expect(JSON.parse(await readFile(aside, 'utf8'))).toMatchObject({ outcome: 'judged' })
  })
})

describe('a trial that was interrupted', () => {
  it('judges a stored project without a result, and answers stored calls without judging them again', async () => {
    await using here = await place('best')
    await runTrial(here.trial(submitting(['a', 'ab'])))
    await rm(path.join(here.folder, 'submissions', '2', 'judged.json'))
    for (const name of ['project.json', 'project', 'answers.json'])
      await rm(path.join(here.folder, name), { recursive: true })
    here.events.length = 0
    const results: SubmissionResult[] = []
    const record = await runTrial(here.trial(submitting(['a', 'ab', 'abc'], results)))
    expect(eventsOf(here.events).filter((event) => event.startsWith('submission'))).toEqual([
      'submission 2',
      'submission 3',
    ])
    expect(results.map(({ number, left }) => [number, left])).toEqual([
      [1, 2],
      [2, 1],
      [3, 0],
    ])
    expect(passed(record)).toBe('abc')
  })
})

describe('submissions that name a suite', () => {
  it('share one limit, the best of each suite counts, and the rest is judged when the agent has ended', async () => {
    await using here = await place('parts')
    const results: SubmissionResult[] = []
    const record = await runTrial(
      here.trial(async (context) => {
        results.push(await context.submit(projectFor('ac'), {}, 'one'))
        results.push(await context.submit(projectFor('b'), {}, 'two'))
        await expect(context.submit(projectFor('b'), {}, 'late')).rejects.toThrow('a submission names one of one, two')
        results.push(await context.submit(projectFor(''), {}, 'two'))
        return projectFor('abc')
      }),
    )
    // No result names the suite `late`.
    expect(
      results.map(({ suite, left, testcodes }) => [
        suite,
        left,
        ...testcodes.map((each) => Object.values(each).join(' ')),
      ]),
    ).toEqual([
      ['one', 2, 'runnable passed', 'a passed'],
      ['two', 1, 'runnable passed', 'b passed'],
      ['two', 0, 'runnable passed', 'b failed'],
    ])
    expect(record.submissions?.map(({ suite, score, counts, reviewed }) => [suite, score, counts, reviewed])).toEqual([
      ['one', 1, true, undefined],
      ['two', 1, true, true],
      ['two', 0, undefined, undefined],
    ])
    // Both projects that count are judged by `late`, and the lower result is taken.
    expect(record.verdicts.map(({ suite, testcode, status }) => [suite, testcode, status])).toEqual([
      ['one', 'a', 'passed'],
      ['two', 'b', 'passed'],
      ['late', 'c', 'failed'],
    ])
    expect(record.suites?.map(({ id }) => id)).toEqual(['one', 'two', 'late'])
    expect(record.agent?.notes).toEqual(['the returned project was not judged: all 3 submissions were used before'])
  })
})

describe('what an agent is told', () => {
  isToldNothingHidden(['terse'])
})
