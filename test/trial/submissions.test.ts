/** Which submission counts, and what is shown of it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STATUSES, type JudgedCall, type Status } from '../../harness/contracts/schema.ts'
import {
  chosenBySuite,
  chosenOf,
  entryOf,
  joinedResults,
  ofSuite,
  submissionResult,
  type JudgedProject,
} from '../../harness/trial/submissions.ts'
import { verdictOf } from '../helpers.ts'

function submission(number: number, statuses: readonly Status[], changes: Partial<JudgedCall> = {}): JudgedProject {
  const verdicts = statuses.map((status, index) => verdictOf(`testcode-${String(index)}`, status))
  const judged: JudgedCall = {
    schemaVersion: 2,
    at: '2026-01-01T00:00:00.000Z',
    launched: true,
    outcome: 'judged',
    runnable: verdictOf('runnable', 'passed'),
    verdicts,
    stages: {},
    seconds: 1,
    ...changes,
  }
  return { number, digest: `digest-${String(number)}`, judged }
}

describe('the submission that counts', () => {
  const unjudged = submission(2, [], { outcome: 'unjudged', runnable: verdictOf('runnable', 'unjudged') })

  it('is the best one, the earlier one of two that are as good', () => {
    const all = [submission(1, ['failed']), submission(2, ['passed']), submission(3, ['passed'])]
    expect(chosenOf(all, 'best', 3)?.number).toBe(2)
  })

  it('is the best one by what is certain: unjudged points are not passed', () => {
    const all = [submission(1, ['passed', 'unjudged', 'unjudged']), submission(2, ['passed', 'passed', 'failed'])]
    expect(chosenOf(all, 'best', undefined)?.number).toBe(2)
    expect(all.map(entryOf)[0]).toMatchObject({
      points: { total: 4, passed: 2, unjudged: 2 },
      score: 0.5,
    })
  })

  it('is the returned project, or else the last one that was judged', () => {
    const all = [submission(1, ['passed']), submission(3, ['failed'])]
    expect(chosenOf(all, 'last', undefined)?.number).toBe(3)
    expect(chosenOf(all, 'last', 1)?.number).toBe(1)
    expect(chosenOf([...all, { ...unjudged, number: 4 }], 'last', 4)?.number).toBe(3)
  })

  it('is one that the harness could not judge only if there is no other', () => {
    expect(chosenOf([unjudged], 'best', 2)?.number).toBe(2)
    expect(chosenOf([unjudged, submission(3, ['failed'])], 'best', undefined)?.number).toBe(3)
    const none: JudgedProject[] = []
    expect(chosenOf(none, 'best', undefined)).toBeUndefined()
  })
})

describe('the status of a submission', () => {
  const of = (...verdicts: Parameters<typeof verdictOf>[]) =>
    entryOf(submission(1, [], { verdicts: verdicts.map((each) => verdictOf(...each)) })).status

  it.each([
    ['accepted', 'passed', undefined],
    ['wrong answer', 'failed', undefined],
    ['wrong answer', 'partial', undefined],
    ['runtime error', 'error', undefined],
    ['time limit exceeded', 'timeout', 'time'],
    ['memory limit exceeded', 'error', 'memory'],
    ['memory leak', 'failed', 'leak'],
    ['compile error', 'error', 'build'],
    ['other', 'error', 'disk'],
    ['other', 'not-run', undefined],
  ] as const)('is %s if its first other point is %s (limit: %s)', (status, verdict, limit) => {
    const points = { earned: verdict === 'partial' ? 0.5 : 0, of: 1 }
    expect(of(['a', 'passed'], ['b', verdict, { points, ...(limit ? { limit } : {}) }], ['c', 'failed'])).toBe(
      verdict === 'passed' ? 'wrong answer' : status,
    )
    expect(of(['b', verdict, { points, ...(limit ? { limit } : {}) }])).toBe(status)
  })

  it('is unknown if nothing was judged', () => {
    expect(of(['a', 'unjudged'], ['b', 'excluded'])).toBeUndefined()
  })

  it('is not accepted if a point was not judged, and wrong whatever that point is', () => {
    expect(of(['a', 'passed'], ['b', 'unjudged'])).toBeUndefined()
    expect(of(['a', 'passed'], ['b', 'excluded'])).toBe('accepted')
    expect(of(['a', 'unjudged'], ['b', 'failed'])).toBe('wrong answer')
  })
})

describe('the submission that counts for a suite', () => {
  const named = (number: number, suite: string | undefined, statuses: readonly Status[]): JudgedProject => ({
    ...submission(number, statuses),
    suite,
  })

  it('is the best one that named it, the later one of two that are as good', () => {
    const all = [
      named(1, 'a', ['passed']),
      named(2, 'b', ['failed']),
      named(3, 'a', ['passed']),
      named(4, 'a', ['failed']),
    ]
    const chosen = chosenBySuite(['a', 'b', 'c'], all).map(({ suite, chosen: best }) => [suite, best?.number])
    expect(chosen).toEqual([
      ['a', 3],
      ['b', 2],
      ['c', undefined],
    ])
  })

  it('may be one of an older run, which all suites judged', () => {
    const verdicts = [verdictOf('t1', 'passed', { suite: 'a' }), verdictOf('t2', 'failed', { suite: 'b' })]
    const old = submission(1, [], { verdicts })
    expect(chosenBySuite(['a', 'b'], [old]).map(({ chosen }) => chosen?.number)).toEqual([1, 1])
    expect(ofSuite(old.judged, 'b').verdicts.map(({ testcode }) => testcode)).toEqual(['t2'])
  })

  it('is told as one result if the agent names none', () => {
    const results = [named(1, 'a', ['passed']), named(2, 'b', ['failed'])].map((each) =>
      submissionResult(each, { left: 5 - each.number, isFree: false }, ['status', 'points']),
    )
    const joined = joinedResults(results)
    expect(joined).toMatchObject({ number: 2, left: 3, outcome: 'judged', points: { earned: 3, of: 4 } })
    expect(joined.testcodes.map(({ testcode, status }) => [testcode, status])).toEqual([
      ['runnable', 'passed'],
      ['testcode-0', 'passed'],
      ['testcode-0', 'failed'],
    ])
  })
})

describe('what is shown of a submission', () => {
  const status = fc.constantFrom(...STATUSES)
  const shows = fc.subarray(['status', 'limit', 'points'] as const)
  const outcome = fc.constantFrom('judged', 'not-launched', 'unjudged')

  it('holds nothing hidden, and only what the mission names', () => {
    fc.assert(
      fc.property(fc.array(status), shows, outcome, (statuses, shown, outcome) => {
        const hidden = {
          reason: 'HIDDEN',
          evidence: { output: 'HIDDEN', given: { key: 'HIDDEN' } },
          limit: 'time' as const,
        }
        const { judged, ...rest } = submission(1, statuses, {
          outcome,
          reason: 'HIDDEN',
          log: 'HIDDEN',
          runnable: verdictOf('runnable', 'failed', hidden),
        })
        const verdicts = judged.verdicts.map((verdict) => ({ ...verdict, ...hidden }))
        const result = submissionResult({ ...rest, judged: { ...judged, verdicts } }, { left: 2, isFree: true }, shown)
        expect(JSON.stringify(result)).not.toContain('HIDDEN')
        for (const each of result.testcodes) {
          expect(
            Object.keys(each)
              .filter((name) => name !== 'testcode')
              .toSorted(),
          ).toEqual([...shown].toSorted())
        }
        expect(result.points === undefined).toBe(!shown.includes('points'))
      }),
    )
  })
})
