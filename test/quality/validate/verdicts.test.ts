import { describe, expect, it } from 'vitest'
import type { Status } from '../../../harness/contracts/schema.ts'
import { countedTestcodes } from '../../../harness/contracts/suites.ts'
import { foundIn } from '../../../harness/quality/validate/faults.ts'
import { isMissed, narrowMission, type Judged } from '../../../harness/quality/validate/judge.ts'
import { dependsOnSeed, isFlaky } from '../../../harness/quality/validate/limits.ts'
import { pointsOf } from '../../../harness/quality/validate/solutions.ts'
import { TESTCODES, missionOf, verdictOf } from '../../helpers.ts'

function judged(statuses: Readonly<Record<string, Status>>, changes: Partial<Judged> = {}): Judged {
  const verdicts = Object.entries(statuses).map(([testcode, status]) => verdictOf(testcode, status))
  return { outcome: 'judged', reason: undefined, verdicts, ...changes }
}

describe('narrowed', () => {
  it('keeps the wanted testcodes and those that they need, in order', () => {
    const ids = (wanted: string) =>
      countedTestcodes(narrowMission(missionOf(), ({ id }) => id === wanted)).map((testcode) => testcode.id)
    expect(TESTCODES.map(({ id }) => id)).toEqual(['shows', 'adds', 'counts'])
    expect(ids('shows')).toEqual(['shows'])
    expect(ids('counts')).toEqual(['shows', 'adds', 'counts'])
  })
})

describe('a fault', () => {
  const ofItem = (verdict: { readonly testcode: string; readonly status: Status }) =>
    verdict.testcode === 'adds' && isMissed(verdict) && verdict.status !== 'blocked'

  it.each<[string, Readonly<Record<string, Status>>]>([
    ['caught', { shows: 'passed', adds: 'failed' }],
    ['caught', { shows: 'failed', adds: 'timeout' }],
    ['elsewhere', { shows: 'failed', adds: 'blocked' }],
    ['survived', { shows: 'passed', adds: 'passed' }],
    ['survived', { shows: 'passed', adds: 'excluded' }],
    ['unjudged', { shows: 'passed', adds: 'unjudged' }],
  ])('is %s by %j', (outcome, statuses) => {
    expect(foundIn(judged(statuses), ofItem).outcome).toBe(outcome)
  })

  it('that keeps the project from starting counts as caught elsewhere', () => {
    const verdicts = { runnable: 'not-run', adds: 'not-run' } as const
    expect(foundIn(judged(verdicts, { outcome: 'not-launched', reason: 'it ended' }), () => false)).toEqual({
      outcome: 'elsewhere',
      by: 'it ended',
    })
  })

  it('that the harness could not judge is unjudged', () => {
    const nothing = judged({ adds: 'unjudged' }, { outcome: 'unjudged', reason: 'no browser' })
    expect(foundIn(nothing, isMissed)).toEqual({ outcome: 'unjudged', by: 'no browser' })
  })
})

describe('several rounds', () => {
  it('are grouped by point; an unjudged round is not a change', () => {
    const rounds = [
      { ...judged({ shows: 'passed', adds: 'passed' }), seed: 's' },
      { ...judged({ shows: 'failed', adds: 'unjudged' }), seed: 's' },
    ]
    const points = pointsOf(rounds)
    const seeds = ['s', 's']
    expect(points).toEqual([
      { point: 'shows', statuses: ['passed', 'failed'], seeds, reason: 'why' },
      { point: 'adds', statuses: ['passed', 'unjudged'], seeds, reason: 'why' },
    ])
    expect(points.map(isFlaky)).toEqual([true, false])
  })

  it('distinguish a verdict that depends on the seed from a flaky one', () => {
    const rounds = ['a', 'b', 'a'].map((seed, time) => ({
      ...judged({ shows: seed === 'a' ? 'passed' : 'failed', adds: time === 2 ? 'failed' : 'passed', keeps: 'failed' }),
      seed,
    }))
    const points = pointsOf(rounds)
    expect(points.map(dependsOnSeed)).toEqual([true, false, false])
    expect(points.map(isFlaky)).toEqual([false, true, false])
  })
})
