import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointsFor } from '../../../harness/contracts/points.ts'
import { STATUSES, type Status, type TrialRecord, type Verdict } from '../../../harness/contracts/schema.ts'
import {
  judgedScore,
  missingPart,
  missionTally,
  suiteTallies,
  tallyOf,
} from '../../../harness/lib/statistics/trial-score.ts'
import { keyOf, recordOf, verdictOf } from '../../helpers.ts'

const WEIGHTS = { app: 1, quality: 3 } as const
type SuiteName = keyof typeof WEIGHTS

/** A verdict of a suite, worth some points. */
function of(suite: SuiteName, status: Status, worth = 1, earned?: number): Verdict {
  return verdictOf(`${suite}-${status}`, status, { suite, points: pointsFor(status, worth, earned) })
}

/** A trial with two suites, of which the second weighs three times as much. Its runnable point is the first of `verdicts`. */
function trialOf([runnable, ...verdicts]: readonly Verdict[], scoring?: 'mean'): TrialRecord {
  const suites = Object.entries(WEIGHTS).map(([id, weight]) => ({ id, tester: 'playwright', weight }))
  return {
    ...recordOf(keyOf(), []),
    runnable: runnable ?? verdictOf('runnable', 'passed', { suite: 'app' }),
    verdicts,
    suites,
    ...(scoring ? { scoring } : {}),
  }
}

describe('the score of a trial with several suites', () => {
  const verdicts = [
    of('app', 'passed'),
    of('app', 'failed'),
    of('quality', 'partial', 4, 3),
    of('quality', 'passed', 4),
  ]

  it('is the mean of the suites’ scores by their weights', () => {
    // App: 1 of 2 points, weight 1. Quality: 7 of 8 points, weight 3.
    const score = (1 / 2 + 3 * (7 / 8)) / 4
    const trial = trialOf(verdicts, 'mean')
    expect(suiteTallies(trial)).toEqual([
      { suite: 'app', part: 'execution', weight: 1, passed: 1, total: 2, judged: 2, unjudged: 0 },
      { suite: 'quality', part: 'execution', weight: 3, passed: 7, total: 8, judged: 8, unjudged: 0 },
    ])
    expect(judgedScore(trial)).toBe(score)
    expect(tallyOf(trial)).toEqual({ passed: score, total: 1, unjudged: 0 })
  })

  it('is points of points if the run pools them: weights say nothing', () => {
    expect(judgedScore(trialOf(verdicts))).toBe(8 / 10)
    expect(tallyOf(trialOf(verdicts))).toEqual({ passed: 8, total: 10, unjudged: 0 })
  })

  it('is an interval if everything of a suite is excluded: its weight is not given to others', () => {
    const trial = trialOf([of('app', 'passed'), of('app', 'failed'), of('quality', 'excluded', 4)], 'mean')
    expect(judgedScore(trial)).toBe(1 / 2)
    expect(tallyOf(trial)).toEqual({ passed: 1 / 2 / 4, total: 1, unjudged: 3 / 4 })
  })

  it('is null if everything is excluded or unjudged, and adds nothing if everything is excluded', () => {
    for (const scoring of [undefined, 'mean'] as const) {
      const excluded = trialOf([of('app', 'excluded'), of('quality', 'excluded')], scoring)
      expect(judgedScore(excluded)).toBeNull()
      expect(tallyOf(excluded)).toEqual({ passed: 0, total: 0, unjudged: 0 })
    }
    const unjudged = trialOf([of('app', 'unjudged'), of('quality', 'unjudged')], 'mean')
    expect(judgedScore(unjudged)).toBeNull()
    expect(tallyOf(unjudged)).toEqual({ passed: 0, total: 1, unjudged: 1 })
  })

  it('is of what was judged; what is unjudged stays in the total, by the weight of its suite', () => {
    // App: 1 of 1, one more unjudged. Quality: all unjudged.
    const trial = trialOf([of('app', 'passed'), of('app', 'unjudged'), of('quality', 'unjudged', 8)], 'mean')
    expect(judgedScore(trial)).toBe(1)
    expect(tallyOf(trial)).toEqual({ passed: 1 / 2 / 4, total: 1, unjudged: (1 / 2 + 3) / 4 })
  })

  it('is not above 1 because fractions of points are rounded', () => {
    const fractions = [of('app', 'passed', 0.1), of('app', 'passed', 0.2), of('app', 'unjudged', 100)]
    expect(0.1 + 0.2 + 100 - 100).toBeLessThan(0.1 + 0.2)
    for (const scoring of [undefined, 'mean'] as const) expect(judgedScore(trialOf(fractions, scoring))).toBe(1)
  })

  it('does not count that the project runs if that is a condition', () => {
    const runs = (status: Status) => verdictOf('runnable', status, { suite: 'app', points: pointsFor(status, 0) })
    for (const status of ['passed', 'timeout', 'unjudged'] as const) {
      const trial = trialOf([runs(status), of('app', 'failed'), of('quality', 'passed')], 'mean')
      expect(judgedScore(trial), status).toBe(3 / 4)
      expect(tallyOf(trial), status).toEqual({ passed: 3 / 4, total: 1, unjudged: 0 })
    }
  })
})

describe('the score of execution and review', () => {
  /** Two judge ids and a review, with the weights of problem 006. */
  function problem(statuses: Readonly<Record<'basic' | 'advanced' | 'review', readonly Status[]>>): TrialRecord {
    const verdicts = Object.entries(statuses).flatMap(([suite, all]) =>
      all.map((status, index) => verdictOf(`${suite}-${String(index)}`, status, { suite })),
    )
    return {
      ...recordOf(keyOf(), []),
      runnable: verdictOf('runnable', 'passed', { suite: 'basic', points: pointsFor('passed', 0) }),
      verdicts,
      suites: [
        { id: 'basic', tester: 'judge', weight: 0.45 },
        { id: 'advanced', tester: 'judge', weight: 0.35 },
        { id: 'review', tester: 'review', weight: 0.2 },
      ],
      scoring: 'mean',
    }
  }
  const near = (tally: { passed: number; total: number; unjudged: number }) =>
    Object.values(tally).map((value) => Math.round(value * 1e6) / 1e6)

  it('is 0.8 of the execution and 0.2 of the review, also if a judge id is excluded', () => {
    const failed = problem({ basic: ['excluded'], advanced: ['failed'], review: ['passed'] })
    expect(judgedScore(failed)).toBeCloseTo(0.2)
    expect(near(tallyOf(failed))).toEqual([0.2, 1, 0.45])
    const passed = problem({ basic: ['excluded'], advanced: ['passed'], review: ['failed'] })
    expect(judgedScore(passed)).toBeCloseTo(0.8)
    expect(near(tallyOf(passed))).toEqual([0.35, 1, 0.45])
  })

  it('is not in the mean without a point of one part, but has an interval', () => {
    const reviewed = problem({ basic: ['excluded'], advanced: ['excluded'], review: ['passed'] })
    expect(missingPart(reviewed)).toBe('execution')
    expect(judgedScore(reviewed)).toBeNull()
    expect(tallyOf(reviewed)).toEqual({ passed: 0, total: 0, unjudged: 0 })
    expect(near(missionTally(reviewed))).toEqual([0.2, 1, 0.8])
  })

  it('stays in the mean if only the harness could not judge a part', () => {
    const open = problem({ basic: ['passed'], advanced: ['passed'], review: ['unjudged'] })
    expect(missingPart(open)).toBeUndefined()
    expect(judgedScore(open)).toBeNull()
    expect(near(tallyOf(open))).toEqual([0.8, 1, 0.2])
  })
})

describe('the score of any trial', () => {
  const status = fc.constantFrom(...STATUSES)
  const anyVerdict = (suites: readonly string[]) =>
    fc
      .record({
        status,
        suite: fc.constantFrom(...suites),
        worth: fc.constantFrom(0.1, 0.2, 0.3, 1 / 3, 0.7, 1, 2, 100),
        share: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      })
      .map(({ worth, share, ...verdict }) =>
        verdictOf('a', verdict.status, {
          suite: verdict.suite,
          points: pointsFor(verdict.status, worth, worth * share),
        }),
      )
  const weight = fc.double({ min: 0.01, max: 100, noNaN: true })
  const trial = fc
    .array(weight, { minLength: 1, maxLength: 4 })
    .map((weights) => weights.map((each, index) => ({ id: `s${String(index)}`, tester: 'playwright', weight: each })))
    .chain((suites) =>
      fc.record({
        suites: fc.constant(suites),
        scoring: fc.constantFrom('pooled' as const, 'mean' as const),
        all: fc.array(anyVerdict(suites.map(({ id }) => id)), { minLength: 1, maxLength: 12 }),
      }),
    )
    .map(({ suites, scoring, all: [runnable, ...verdicts] }) => ({
      ...recordOf(keyOf(), []),
      runnable: runnable ?? verdictOf('runnable', 'passed'),
      verdicts,
      suites,
      scoring,
    }))
  /** Of sums of fractions. */
  const ROUNDING = 1e-9

  it('is from 0 to 1, and between its bounds: all that is unjudged failed, or passed', () => {
    fc.assert(
      fc.property(trial, (record) => {
        const { passed, total, unjudged } = tallyOf(record)
        const score = judgedScore(record)
        expect(passed).toBeGreaterThanOrEqual(0)
        expect(passed).toBeLessThanOrEqual(total)
        expect(passed + unjudged).toBeLessThanOrEqual(total + ROUNDING)
        if (score === null) return
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(passed / total).toBeLessThanOrEqual(score + ROUNDING)
        expect((passed + unjudged) / total).toBeGreaterThanOrEqual(score - ROUNDING)
      }),
      { numRuns: 1000 },
    )
  })

  it('is its share of passed testcodes if each is worth one point in the only suite, however it is scored', () => {
    const simple = fc.array(
      status.filter((each) => each !== 'partial'),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(simple, fc.constantFrom(undefined, 'pooled' as const, 'mean' as const), (statuses, scoring) => {
        const record = { ...recordOf(keyOf(), statuses), ...(scoring ? { scoring } : {}) }
        const count = (wanted: readonly Status[]) => statuses.filter((each) => wanted.includes(each)).length
        const [passed, unjudged, excluded] = [count(['passed']), count(['unjudged']), count(['excluded'])]
        const judged = statuses.length - unjudged - excluded
        expect(judgedScore(record)).toBe(judged === 0 ? null : passed / judged)
        const total = judged + unjudged
        const counted = { passed, total, unjudged }
        const share = { passed: passed / total, total: 1, unjudged: unjudged / total }
        expect(tallyOf(record)).toEqual(scoring === 'mean' && total > 0 ? share : counted)
      }),
    )
  })

  it('does not depend on the scale of the weights or of the points', () => {
    fc.assert(
      fc.property(trial, fc.constantFrom(2, 1024), (record, factor) => {
        const scaled = ({ points, ...verdict }: Verdict) => ({
          ...verdict,
          points: { earned: points.earned * factor, of: points.of * factor },
        })
        const other = {
          ...record,
          runnable: scaled(record.runnable),
          verdicts: record.verdicts.map(scaled),
          suites: record.suites.map((suite) => ({ ...suite, weight: suite.weight * factor })),
        }
        expect(judgedScore(other)).toBe(judgedScore(record))
      }),
    )
  })
})
