import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  STATUSES,
  summarySchema,
  type AgentUse,
  type Status,
  type Summary,
  type TrialKey,
  type TrialRecord,
} from '../../harness/contracts/schema.ts'
import { exitCodeOf } from '../../harness/commands/exit-code.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { openText, scoreText, unscoredTexts } from '../../harness/reporters/percent.ts'
import { summarise } from '../../harness/run/summary.ts'
import { keyOf, recordOf, runOf, verdictOf } from '../helpers.ts'

const PLACE = { folder: '/r', report: '/r/index.html', seconds: 12.3456 }

function summaryOf(records: readonly TrialRecord[], keys = records.map(({ trial }) => trial)): Summary {
  return summarise(runOf(keys), records, PLACE)
}

/** A trial of three testcodes: runnable point first. */
const one = (...statuses: Status[]) => summaryOf([recordOf(keyOf(), statuses)])

describe('the use of models', () => {
  const used = (changes: Partial<AgentUse>): AgentUse => ({
    calls: 2,
    reused: 1,
    tokens: { input: 100, output: 10 },
    cost: 0.5,
    paid: 0.25,
    models: [],
    notes: [],
    ...changes,
  })
  const summaryWith = (...uses: (AgentUse | undefined)[]) =>
    summaryOf(uses.map((agent, index) => recordOf(keyOf({ sample: index + 1 }), ['passed'], agent ? { agent } : {})))

  it('is added up, and absent if there were no calls', () => {
    const { use } = summaryWith(used({}), used({ tokens: { input: 1, output: 2, cached: 1 } }), undefined)
    expect(use).toEqual({ calls: 4, reused: 2, tokens: { input: 101, output: 12, cached: 1 }, cost: 1, paid: 0.5 })
    expect(summaryWith(undefined).use).toBeUndefined()
  })

  it('is unknown, not 0, if it is unknown for one trial', () => {
    expect(summaryWith(used({}), used({ tokens: null, cost: null })).use).toEqual({
      calls: 4,
      reused: 2,
      tokens: null,
      cost: null,
      paid: 0.5,
    })
  })
})

describe('summarise, on examples computed by hand', () => {
  it('counts the runnable point as one more point', () => {
    expect(one('passed', 'passed', 'failed', 'passed')).toMatchObject({
      trials: 1,
      testcodes: { total: 3, passed: 2, failed: 1 },
      runnable: { total: 1, passed: 1 },
      points: { total: 4, passed: 3 },
      score: 0.75,
      bounds: [0.75, 0.75],
      incomplete: false,
    })
  })

  it('counts every status but unjudged and excluded against the project', () => {
    for (const status of STATUSES) {
      const outside = status === 'unjudged' || status === 'excluded'
      const { points, testcodes } = one('passed', 'passed', status)
      expect([status, points.total, testcodes[status]]).toEqual([status, outside ? 2 : 3, status === 'passed' ? 2 : 1])
    }
  })

  it('gives bounds if something is unjudged: all failed … all passed', () => {
    const { points, score, bounds } = one('passed', 'passed', 'failed', 'unjudged')
    expect({ points, score, bounds }).toEqual({ points: { total: 3, passed: 2 }, score: 2 / 3, bounds: [2 / 4, 3 / 4] })
  })

  it('counts the unjudged points of each mission, so that a table can show them as not passed', () => {
    const [mission] = one('passed', 'passed', 'failed', 'unjudged').groups[0]?.missions ?? []
    expect(mission).toMatchObject({ points: { total: 3, passed: 2 }, unjudged: 1 })
    const [withoutRunnable] = one('unjudged', 'passed').groups[0]?.missions ?? []
    expect(withoutRunnable).toMatchObject({ points: { total: 1, passed: 1 }, unjudged: 1 })
  })

  it('leaves excluded points out of the bounds, too', () => {
    expect(one('passed', 'failed', 'excluded', 'excluded')).toMatchObject({
      points: { total: 2, passed: 1 },
      score: 0.5,
      bounds: [0.5, 0.5],
    })
  })

  it('counts an unjudged runnable point as unknown', () => {
    expect(one('unjudged', 'passed')).toMatchObject({ runnable: { total: 0, passed: 0 }, score: 1, bounds: [0.5, 1] })
  })

  it('has no score, and not a score of zero, if nothing was judged', () => {
    expect(one('unjudged', 'unjudged')).toMatchObject({ score: null, bounds: [0, 1], points: { total: 0, passed: 0 } })
    expect(one('excluded', 'excluded')).toMatchObject({ score: null, bounds: null })
    expect(summaryOf([], [keyOf()])).toMatchObject({ trials: 0, score: null, bounds: null, incomplete: true })
    expect(one('failed', 'not-run')).toMatchObject({ score: 0 })
  })

  it('counts the points of pending trials as not passed in its bounds: an incomplete run does not look like 100%', () => {
    const keys = [keyOf({ mission: 'a' }), keyOf({ mission: 'b' })]
    const [first = keyOf()] = keys
    const run = runOf(keys)
    const missions = ['a', 'b'].map((id) => ({
      id,
      title: id,
      kind: 'batch' as const,
      digest: id,
      testcodes: [],
      points: 6,
    }))
    const summary = (record: TrialRecord) =>
      summarise({ ...run, benchmark: { ...run.benchmark, missions } }, [record], PLACE)
    const pooled = summary(recordOf(first, ['passed', 'passed']))
    expect(pooled).toMatchObject({ score: 1, bounds: [0.25, 1], pending: { trials: 1, points: 6 } })
    expect(pooled.groups[0]).toMatchObject({ bounds: [0.25, 1], missions: [{ bounds: [1, 1] }, { bounds: null }] })
    expect([scoreText(pooled), openText(pooled)]).toEqual(['at least 25.0%', '6 of 8 points are pending'])
    const mean = summary(recordOf(first, ['passed', 'unjudged'], { scoring: 'mean' }))
    expect([mean.bounds, openText(mean)]).toEqual([[0.25, 1], '1 of 8 points is unjudged, and 6 are pending'])
    expect(exitCodeOf(pooled, { minScore: 0.9, failOn: [] }, 0)).toBe(EXIT.belowMinimum)
    expect(exitCodeOf(pooled, { minScore: undefined, failOn: [] }, 0)).toBe(EXIT.done)
  })

  it('is incomplete while trials are pending, and does not count these as judged', () => {
    const keys = [keyOf({ mission: 'a' }), keyOf({ mission: 'b' })]
    const summary = summaryOf([recordOf(keys[0] ?? keyOf(), ['passed', 'passed'])], keys)
    expect(summary).toMatchObject({ incomplete: true, trials: 1, points: { total: 2, passed: 2 }, score: 1 })
    expect(summary.groups[0]?.missions.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['a', 'judged'],
      ['b', 'pending'],
    ])
  })

  it('names the most serious outcome of a mission: that of its first sample without verdicts', () => {
    const keys = [1, 2, 3].map((sample) => keyOf({ sample }))
    const [first = keyOf(), second = keyOf()] = keys
    const records = [recordOf(first, ['passed']), recordOf(second, ['not-run'], { outcome: 'no-project' })]
    const row = summaryOf(records, keys).groups[0]?.missions
    const half = (known: number, any: number | null, all: number | null) => ({ known, any, all })
    const at = [half(1, 0.5, 0.5), half(1, 1, 0), half(0, null, null)].map((both, index) => ({
      k: index + 1,
      points: both,
      missions: both,
    }))
    const tries = { complete: 2, mean: 0.5, best: 1, at }
    const points = { total: 2, passed: 1 }
    const pending = { trials: 1, points: 4 }
    const scored = { points, unjudged: 0, score: 0.5, bounds: [1 / 6, 5 / 6], pending }
    expect(row).toEqual([{ id: 'fixture', ...scored, outcome: 'no-project', seconds: 3, tries }])
  })

  it('has an interval around the score for two or more missions, even with equal scores', () => {
    const keys = ['a', 'b', 'c'].map((mission) => keyOf({ mission }))
    const records = keys.map((key, index) => recordOf(key, ['passed', index === 0 ? 'passed' : 'failed']))
    const { interval, score } = summaryOf(records)
    expect(interval).toMatchObject({ level: 0.95, method: 'bootstrap' })
    expect(interval?.low).toBeLessThan(score ?? 0)
    expect(interval?.high).toBeGreaterThan(score ?? 1)
    expect(summaryOf(records.slice(0, 1)).interval).toBeNull()
    expect(summaryOf(records.slice(1)).interval?.method).toBe('wilson')
  })

  it('reads an old summary without intervals as unknown, and not as zero', () => {
    const { interval, ...rest } = one('passed')
    expect(interval).toBeNull()
    expect(summarySchema.parse(rest).interval).toBeNull()
  })

  it('groups by agent and variant, in the order of the run', () => {
    const keys = [
      keyOf({ agent: 'a', variant: 'L2.direct' }),
      keyOf({ agent: 'a', variant: 'L1.direct' }),
      keyOf({ agent: 'b', variant: 'L1.direct' }),
      keyOf({ agent: 'a', variant: 'L1.cascade' }),
      keyOf({ agent: 'a', variant: 'L2.direct', sample: 2 }),
    ]
    const records = keys.map((key, index) => recordOf(key, [index === 4 ? 'failed' : 'passed']))
    const groups = summaryOf(records).groups.map(({ agent, variant, trials, score }) => [agent, variant, trials, score])
    expect(groups).toEqual([
      ['a', 'L2.direct', 2, 0.5],
      ['a', 'L1.direct', 1, 1],
      ['b', 'L1.direct', 1, 1],
      ['a', 'L1.cascade', 1, 1],
    ])
  })

  it('pools points instead of averaging scores', () => {
    const keys = [keyOf({ mission: 'small' }), keyOf({ mission: 'large' })]
    const [small = keyOf(), large = keyOf()] = keys
    const records = [recordOf(small, ['passed']), recordOf(large, ['failed', 'failed', 'failed'])]
    expect(summaryOf(records).score).toBe(0.25)
  })

  it('reports the wall time of the run, and for a group the time of its trials', () => {
    const summary = one('passed')
    expect(summary.seconds).toBe(12.346)
    expect(summary.groups[0]?.seconds).toBe(1.5)
  })
})

/** Runs with some trials that have ended, and some that have not. */
const runs: fc.Arbitrary<{ keys: TrialKey[]; records: TrialRecord[] }> = fc
  .uniqueArray(
    fc.record({
      agent: fc.constantFrom('a', 'b'),
      variant: fc.constantFrom('L1.direct', 'L1.cascade', 'L2.direct', 'L2.cascade'),
      mission: fc.constantFrom('m', 'n'),
      sample: fc.integer({ min: 1, max: 2 }),
    }),
    { selector: (key) => JSON.stringify(key), minLength: 1, maxLength: 12 },
  )
  .chain((changes) => {
    const keys = changes.map((change) => keyOf(change))
    const statuses = fc.array(fc.constantFrom(...STATUSES), { minLength: 1, maxLength: 6 })
    const trial = (key: TrialKey) =>
      fc.option(
        statuses.map((list) => recordOf(key, list)),
        { nil: undefined },
      )
    return fc
      .tuple(...keys.map(trial))
      .map((records) => ({ keys, records: records.filter((record) => record !== undefined) }))
  })

function check(law: (summary: Summary, records: readonly TrialRecord[], keys: readonly TrialKey[]) => void): void {
  fc.assert(
    fc.property(runs, ({ keys, records }) => {
      law(summaryOf(records, keys), records, keys)
    }),
  )
}

describe('summarise, on generated trials', () => {
  it('fits its schema', () => {
    check((summary) => expect(summarySchema.parse(JSON.parse(JSON.stringify(summary)))).toEqual(summary))
  })

  it('keeps 0 ≤ passed ≤ total, and counts every verdict once', () => {
    check((summary, records) => {
      for (const { points, runnable, testcodes } of [summary, ...summary.groups]) {
        for (const { passed, total } of [points, runnable, testcodes]) {
          expect(passed).toBeGreaterThanOrEqual(0)
          expect(passed).toBeLessThanOrEqual(total)
        }
        expect(STATUSES.reduce((sum, status) => sum + testcodes[status], 0)).toBe(testcodes.total)
      }
      expect(summary.testcodes.total).toBe(records.reduce((sum, { verdicts }) => sum + verdicts.length, 0))
    })
  })

  it('has a score within its bounds exactly if there are judged points', () => {
    check((summary) => {
      for (const { score, points, bounds } of [summary, ...summary.groups]) {
        expect(score === null).toBe(points.total === 0)
        if (score === null) continue
        expect(score).toBe(points.passed / points.total)
        expect(bounds?.[0]).toBeLessThanOrEqual(score)
        expect(bounds?.[1]).toBeGreaterThanOrEqual(score)
      }
    })
  })

  it('has groups, and missions in them, that add up to the whole', () => {
    check((summary) => {
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      expect(sum(summary.groups.map(({ trials }) => trials))).toBe(summary.trials)
      for (const side of ['passed', 'total'] as const) {
        expect(sum(summary.groups.map(({ points }) => points[side]))).toBe(summary.points[side])
        for (const group of summary.groups)
          expect(sum(group.missions.map(({ points }) => points[side]))).toBe(group.points[side])
      }
      for (const status of STATUSES) {
        expect(sum(summary.groups.map(({ testcodes }) => testcodes[status]))).toBe(summary.testcodes[status])
      }
    })
  })

  it('is incomplete exactly if a mission of a group is pending and has no more serious outcome', () => {
    check((summary, records, keys) => {
      expect(summary.incomplete).toBe(records.length < keys.length)
      const pending = summary.groups.some(({ missions }) => missions.some(({ outcome }) => outcome === 'pending'))
      expect(pending).toBe(summary.incomplete)
    })
  })

  it('does not depend on the order in which trials ended', () => {
    fc.assert(
      fc.property(runs, ({ keys, records }) => {
        expect(summaryOf(records.toReversed(), keys)).toEqual(summaryOf(records, keys))
      }),
    )
  })
})

describe('a mission of several suites', () => {
  const suites = [
    { id: 'app', tester: 'playwright', weight: 1 },
    { id: 'quality', tester: 'subprocess', weight: 3 },
  ]
  const inSuite = (suite: string, statuses: readonly Status[]) =>
    statuses.map((status, index) => verdictOf(`${suite}-${String(index)}`, status, { suite }))
  /** The runnable point and the testcodes of the first suite, and those of the second. */
  function trialOf(sample: number, app: readonly Status[], quality: readonly Status[], scoring?: 'mean'): TrialRecord {
    const [runnable = verdictOf('runnable', 'passed'), ...rest] = inSuite('app', app)
    const verdicts = [...rest, ...inSuite('quality', quality)]
    const key = keyOf({ mission: 'two', sample })
    return { ...recordOf(key, []), runnable, verdicts, suites, ...(scoring ? { scoring } : {}) }
  }
  const rowOf = (records: readonly TrialRecord[]) => summaryOf(records).groups[0]?.missions[0]

  it('has a row for each suite over all samples, and a score by their weights if the run takes means', () => {
    const records = [
      trialOf(1, ['passed', 'passed'], ['failed', 'passed'], 'mean'),
      trialOf(2, ['passed', 'failed'], ['passed', 'unjudged'], 'mean'),
    ]
    // The first sample: (1 + 3 × 1/2) / 4. The second: (1/2 + 3 × 1/1) / 4, or at least (1/2 + 3 × 1/2) / 4.
    expect(rowOf(records)).toMatchObject({
      points: { total: 7, passed: 5 },
      unjudged: 1,
      score: (2.5 / 4 + 3.5 / 4) / 2,
      bounds: [(2.5 / 4 + 2 / 4) / 2, (2.5 / 4 + 3.5 / 4) / 2],
      suites: [
        { id: 'app', weight: 1, points: { total: 4, passed: 3 }, unjudged: 0, score: 3 / 4 },
        { id: 'quality', weight: 3, points: { total: 3, passed: 2 }, unjudged: 1, score: 2 / 3 },
      ],
    })
    expect(summarySchema.parse(summaryOf(records))).toEqual(summaryOf(records))
  })

  it('counts its points like any other if the run pools them, but still shows its suites', () => {
    const row = rowOf([trialOf(1, ['passed', 'passed'], ['failed', 'excluded'])])
    expect(row).toMatchObject({
      points: { total: 3, passed: 2 },
      score: 2 / 3,
      bounds: [2 / 3, 2 / 3],
      suites: [
        { id: 'app', score: 1 },
        { id: 'quality', points: { total: 1, passed: 0 }, score: 0 },
      ],
    })
  })

  it('has no score of a suite of which nothing was judged', () => {
    const row = rowOf([trialOf(1, ['passed', 'passed'], ['unjudged', 'excluded'], 'mean')])
    expect(row).toMatchObject({ score: 1, bounds: [1 / 4, 1], suites: [{ score: 1 }, { score: null, unjudged: 1 }] })
  })

  it('is not in the score of the run without a point of its execution, and is named', () => {
    const judged = (mission: string, execution: Status): TrialRecord => ({
      ...recordOf(keyOf({ mission }), []),
      runnable: verdictOf('runnable', 'passed', { suite: 'points', points: { earned: 0, of: 0 } }),
      verdicts: [...inSuite('points', [execution]), ...inSuite('review', ['passed'])],
      suites: [
        { id: 'points', tester: 'judge', weight: 0.8 },
        { id: 'review', tester: 'review', weight: 0.2 },
      ],
      scoring: 'mean',
    })
    const summary = summaryOf([judged('003', 'excluded'), judged('007', 'failed'), judged('010', 'passed')])
    expect(summary).toMatchObject({
      bounds: [0.6, 0.6],
      execution: { score: 0.5 },
      review: { score: 1, judged: 2 },
      unscored: [{ missing: 'execution', missions: ['003'], score: 1 }],
    })
    expect(summary.score).toBeCloseTo(0.8 * 0.5 + 0.2)
    const rows = new Map(summary.groups[0]?.missions.map((row) => [row.id, row]))
    expect(rows.get('003')).toMatchObject({ score: null, review: { score: 1 } })
    expect(rows.get('003')?.bounds?.[0]).toBeCloseTo(0.2)
    expect(rows.get('003')?.bounds?.[1]).toBe(1)
    expect(unscoredTexts(summary)).toEqual([
      '1 mission is not in the score, because nothing of its execution can be judged (003); its review alone scores 100.0%',
    ])
  })

  it('weighs as much as any other mission in the mean of a run', () => {
    const two = trialOf(1, ['passed', 'passed'], ['failed', 'failed'], 'mean')
    const one: TrialRecord = { ...recordOf(keyOf({ mission: 'one' }), ['passed', 'passed', 'passed']), scoring: 'mean' }
    const { score, points, groups } = summaryOf([two, one])
    expect(score).toBe((1 / 4 + 1) / 2)
    expect(points).toEqual({ total: 7, passed: 5 })
    expect(groups[0]?.missions.map(({ id, suites: rows }) => [id, rows?.length])).toEqual([
      ['two', 2],
      ['one', undefined],
    ])
  })
})
