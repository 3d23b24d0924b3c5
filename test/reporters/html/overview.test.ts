import { describe, expect, it } from 'vitest'
import { groupInfos, type ReportedRun } from '../../../harness/reporters/html/groups.ts'
import { OverviewBuilder } from '../../../harness/reporters/html/overview.ts'
import type { TrialKey, TrialRecord } from '../../../harness/contracts/schema.ts'
import { summarise } from '../../../harness/run/summary.ts'
import { keyOf, recordOf, runOf } from '../../helpers.ts'

function reported(records: readonly TrialRecord[], pending: readonly TrialKey[] = [], runId = 'run-1'): ReportedRun {
  const run = { ...runOf([...records.map(({ trial }) => trial), ...pending]), runId }
  return { folder: `/${runId}`, run, summary: summarise(run, records, { folder: `/${runId}`, report: '', seconds: 1 }) }
}

function overviewOf(runs: readonly ReportedRun[], records: readonly TrialRecord[]) {
  const builder = new OverviewBuilder(runs)
  for (const each of runs)
    for (const key of each.run.trials)
      builder.add(
        each,
        key,
        records.find(({ trial }) => trial === key),
      )
  return { overview: builder.overview(), comparisons: builder.comparisons() }
}

const key = (agent: string, sample = 1, mission = 'fixture') => keyOf({ agent, sample, mission })

describe('the overview', () => {
  it('has a letter for each point, a dash for missing ones, and each reason once', () => {
    const record = recordOf(key('a'), ['passed', 'failed', 'failed', 'unjudged'])
    const run = reported([record], [key('a', 2)])
    const { overview } = overviewOf([run], [record])
    expect(overview.trials.map(({ points, outcome }) => [points, outcome])).toEqual([
      ['pffu', 'judged'],
      ['----', 'pending'],
    ])
    expect(overview.reasons).toEqual(['why'])
    expect(overview.trials[0]?.reasons).toEqual({ 1: 0, 2: 0, 3: 0 })
  })

  it('counts the projects that reached each step, and the unknown ones', () => {
    const records = [
      recordOf(key('a', 1), ['passed', 'passed', 'passed', 'passed']),
      recordOf(key('a', 2), ['failed', 'passed']),
      recordOf(key('a', 3), ['not-run'], { outcome: 'not-launched', failedAt: 'install' }),
      recordOf(key('a', 4), ['not-run'], { outcome: 'not-launched' }),
      recordOf(key('a', 5), ['not-run'], { outcome: 'no-project' }),
      recordOf(key('a', 6), ['unjudged'], { outcome: 'unjudged' }),
    ]
    const { overview } = overviewOf([reported(records)], records)
    expect(overview.groups[0]?.funnel.map(({ count, unknown }) => [count, unknown])).toEqual([
      [4, 2],
      [4, 1],
      [2, 2],
      [2, 1],
      [1, 1],
      [1, 1],
    ])
  })

  it('counts a project that cannot be built as one that was not launched', () => {
    const record = recordOf(key('a'), ['passed', 'error', 'passed'])
    const [point, reviewed] = record.verdicts
    if (!point || !reviewed) throw new Error('the record has two verdicts')
    const unbuilt = { ...record, verdicts: [{ ...point, limit: 'build' as const }, reviewed] }
    const { overview } = overviewOf([reported([unbuilt])], [unbuilt])
    expect(overview.groups[0]?.funnel.map(({ count }) => count)).toEqual([1, 1, 1, 0, 0, 0])
  })

  it.each([
    [[['a', 'pppp']], 'a passes all 4 points on one mission; every project runs.'],
    [[['a', 'fppp']], 'a passes 3 of 4 points on one mission; 0 of 1 projects run.'],
    [
      [
        ['a', 'pppp'],
        ['b', 'pffp'],
      ],
      'a leads with 100.0% of the points; b follows with 50.0%.',
    ],
    [
      [
        ['a', 'pppp'],
        ['b', 'pppp'],
      ],
      'a and b all score 100.0%.',
    ],
    [[['a', 'uuuu']], 'Nothing was judged.'],
    [
      [['a', 'pppu']],
      'a passes at least 75.0% of the points on one mission: 3 passed, and 1 of 4 points is unjudged; every project runs.',
    ],
  ] as const)('states the result in one sentence: %j', (agents, sentence) => {
    const statuses = { p: 'passed', f: 'failed', u: 'unjudged' } as const
    const records = agents.map(([agent, letters]) =>
      recordOf(
        key(agent),
        Array.from(letters, (letter) => statuses[letter as keyof typeof statuses]),
      ),
    )
    expect(overviewOf([reported(records)], records).overview.sentence).toBe(sentence)
  })

  it('of several runs distinguishes their groups, and separates a mission that changed', () => {
    const [one, two] = [recordOf(key('a'), ['passed', 'passed']), recordOf(key('a'), ['passed', 'failed'])]
    const first = reported([one], [], '2025-01-01T00-00-00-aaaaaa')
    const plain = reported([two], [], '2025-01-02T00-00-00-bbbbbb')
    const missions = plain.run.benchmark.missions.map((mission) => ({ ...mission, digest: 'other' }))
    const second = { ...plain, run: { ...plain.run, benchmark: { ...plain.run.benchmark, missions } } }
    const { overview, comparisons } = overviewOf([first, second], [one, two])
    expect(overview.groups.map(({ label }) => label)).toEqual(['a · 01-01 00-00', 'a · 01-02 00-00'])
    expect(new Set(overview.groups.map(({ name }) => name)).size).toBe(2)
    expect(overview.missions.map(({ digest }) => digest)).toEqual(['d1935', 'other'])
    expect(comparisons.map(({ forced }) => forced)).toEqual([['the digests of shared missions differ (fixture)']])
  })

  it('of runs of the same minute distinguishes the groups, too', () => {
    const records = [recordOf(key('a'), ['passed'])]
    const runs = ['2025-01-01T00-00-00-aaaaaa', '2025-01-01T00-00-00-bbbbbb', '2025-01-01T00-01-00-cccccc']
    const groups = groupInfos(
      runs.map((id) => reported(records, [], id)),
      new Map(),
    )
    expect(groups.map(({ label }) => label)).toEqual([
      'a · 01-01 00-00-00-aaaaaa',
      'a · 01-01 00-00-00-bbbbbb',
      'a · 01-01 00-01',
    ])
  })

  it('names a group only by its differences from the others', () => {
    const keys = [keyOf({ variant: 'L1.direct' }), keyOf({ variant: 'L2.direct' })]
    const records = keys.map((each) => recordOf(each, ['passed']))
    expect(groupInfos([reported(records)], new Map()).map(({ label }) => label)).toEqual([
      'canonical · L1',
      'canonical · L2',
    ])
  })
})

describe('comparisons', () => {
  it('cover every pair, and separate comparable pairs from others', () => {
    const records = ['a', 'b'].flatMap((agent) =>
      ['L1.direct', 'L2.direct'].flatMap((variant) =>
        ['one', 'two'].map((mission) =>
          recordOf(keyOf({ agent, variant, mission }), ['passed', agent === 'a' ? 'passed' : 'failed']),
        ),
      ),
    )
    const { comparisons } = overviewOf([reported(records)], records)
    expect(comparisons).toHaveLength(6)
    const fair = comparisons.filter(({ forced }) => forced.length === 0)
    expect(fair.map(({ comparisons: family }) => family)).toEqual([2, 2])
    expect(fair[0]).toMatchObject({ a: 0, b: 2, difference: 0.5, missions: 2 })
  })

  it('of many groups are only with the best one', () => {
    const records = Array.from({ length: 12 }, (_, index) =>
      recordOf(key(`agent-${String(index)}`), ['passed', index === 5 ? 'passed' : 'failed']),
    )
    const { comparisons } = overviewOf([reported(records)], records)
    expect(comparisons).toHaveLength(11)
    expect(comparisons.every(({ a, b }) => a === 5 || b === 5)).toBe(true)
  })
})
