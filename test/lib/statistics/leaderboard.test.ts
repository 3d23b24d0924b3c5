import { variantOf } from '../../../harness/contracts/variants.ts'
import { describe, expect, it } from 'vitest'
import { leaderboardSchema, type Level, type Mode, type Status } from '../../../harness/contracts/schema.ts'
import { leaderboardRows, rankedBy, ranksApart } from '../../../harness/lib/statistics/leaderboard.ts'
import { sidesOf, type RunData } from '../../../harness/lib/statistics/sides.ts'
import { keyOf, recordOf, runOf } from '../../helpers.ts'

const ALL: readonly [Mode, Level][] = [
  ['cascade', 1],
  ['cascade', 2],
  ['direct', 1],
  ['direct', 2],
  ['direct', 3],
]

/** A run with one mission of ten points: the passed points of each combination; `null` if it has not ended. */
function runData(
  runId: string,
  agent: string,
  passed: readonly (number | null)[],
  combinations = ALL,
  startedAt = '2025-01-01T00:00:00.000Z',
): RunData {
  const keys = combinations.map(([mode, level]) => keyOf({ agent, variant: variantOf(level, mode) }))
  const trials = keys.flatMap((key, index) => {
    const count = passed[index] ?? null
    if (count === null) return []
    return [
      recordOf(key, [
        ...Array.from({ length: count }, (): Status => 'passed'),
        ...Array.from({ length: 10 - count }, (): Status => 'failed'),
      ]),
    ]
  })
  return { run: runOf(keys, { runId, startedAt }), trials, similarities: [] }
}

const rows = (...runs: RunData[]) => leaderboardRows(runs.flatMap(sidesOf), () => null)

describe('the rows of a leaderboard', () => {
  it('have the cells and averages of the published table, as for GPT-4o', () => {
    // Cascade 8.52 and 12.32, direct 16.06, 15.42 and 10.14 are published with the averages 10.42, 13.87 and 12.49.
    const [row] = rows(runData('r', 'x', [1, 2, 4, 3, 1]))
    expect(row?.cells.map(({ variant, score }) => [variant, score])).toEqual(
      ALL.map(([mode, level], index) => [variantOf(level, mode), [0.1, 0.2, 0.4, 0.3, 0.1][index]]),
    )
    expect(row?.averages.cascade).toBeCloseTo(0.15, 12)
    expect(row?.averages.direct).toBeCloseTo(0.8 / 3, 12)
    expect(row?.averages.all).toBeCloseTo(1.1 / 5, 12)
    const published = [0.085211268, 0.123239437, 0.16056338, 0.154225352, 0.101408451]
    expect(published.reduce((sum, value) => sum + value, 0) / 5).toBeCloseTo(0.124929577, 8)
  })

  it('are one for each model of a coding tool, also of runs that name only the tool', () => {
    const run = (runId: string, agent: string, model: string): RunData => {
      const data = runData(runId, agent, [1, 1, 1, 1, 1])
      return { ...data, run: { ...data.run, settings: { ...data.run.settings, agentOptions: { model } } } }
    }
    const found = rows(
      run('a', 'command:codex', 'gpt-5'),
      run('b', 'command:codex', 'o3'),
      run('c', 'command:codex:o3', 'o3'),
    )
    expect(found.map(({ agent, runs }) => [agent, runs])).toEqual([
      ['command:codex:gpt-5', ['a']],
      ['command:codex:o3', ['b', 'c']],
    ])
  })

  it('count unjudged points as not passed, report their number, and rank by the result', () => {
    const honest = runData('h', 'honest', [5, 5, 5, 5, 5])
    const cheat = runData('c', 'cheat', [4, 4, 4, 4, 4])
    const unjudged = cheat.trials.map((trial) => ({
      ...trial,
      verdicts: trial.verdicts.map((verdict) =>
        verdict.status === 'failed' ? { ...verdict, status: 'unjudged' as const } : verdict,
      ),
    }))
    const ranked = rows({ ...cheat, trials: unjudged }, honest)
    expect(ranked.map(({ agent }) => agent)).toEqual(['honest', 'cheat'])
    expect(ranked[1]?.cells[0]).toMatchObject({ score: 0.4, unjudged: 6, points: 10 })
    expect(ranked[0]?.cells[0]).toMatchObject({ score: 0.5, unjudged: 0, points: 10 })
  })

  it('have no average over incomplete cells', () => {
    const [row] = rows(runData('r', 'x', [1, null, 4, 3, 1]))
    expect(row?.averages).toMatchObject({ cascade: null, all: null })
    expect(row?.averages.direct).toBeCloseTo(0.8 / 3, 12)
    expect(row?.cells[1]).toMatchObject({ score: null, best: null, samples: 1, incomplete: true })
    const [some] = rows(runData('r', 'x', [5], [['direct', 1]]))
    expect(some?.cells[0]).toMatchObject({ score: null, samples: 0, incomplete: false })
    expect(some?.cells[2]).toMatchObject({ score: 0.5, samples: 1, incomplete: false })
    expect(leaderboardSchema.parse({ schemaVersion: 2, rows: [row, some], forced: [] }).rows).toHaveLength(2)
  })

  it('are ranked by the average if all have one', () => {
    const ranked = rows(runData('r', 'low', [1, 1, 1, 1, 1]), runData('t', 'high', [9, 9, 9, 9, 9]))
    expect(ranked.map(({ agent }) => agent)).toEqual(['high', 'low'])
    expect(rankedBy(ranked)).toBeUndefined()
    expect(ranked.map(({ missing }) => missing)).toEqual([undefined, undefined])
  })

  it('are ranked by the variants that all have if one lacks another', () => {
    const ranked = rows(
      runData('r', 'some', [6, 6, 6, 6, 9]),
      runData('s', 'canonical', [10, 10, 10, 10], ALL.slice(0, 4)),
      runData('t', 'unfinished', [7, 7, 7, 7, null]),
    )
    expect(ranked.map(({ agent }) => agent)).toEqual(['canonical', 'unfinished', 'some'])
    expect(rankedBy(ranked)).toEqual(ALL.slice(0, 4).map(([mode, level]) => variantOf(level, mode)))
    const lacks = { variants: ['L3.direct'], missions: [] }
    expect(ranked.map(({ missing }) => missing)).toEqual([lacks, lacks, undefined])
    const board = { schemaVersion: 2, rows: ranked, rankedBy: rankedBy(ranked), forced: [] }
    expect(leaderboardSchema.parse(board)).toEqual(board)
  })

  it('are ranked by the scores that exist if no variant is there for all', () => {
    const ranked = rows(
      runData('r', 'low', [1, 1, 1, 1, 1]),
      runData('s', 'one', [9], [['direct', 1]]),
      runData('u', 'other', [10], [['direct', 3]]),
    )
    expect(ranked.map(({ agent }) => agent)).toEqual(['other', 'one', 'low'])
    expect(rankedBy(ranked)).toEqual([])
  })

  it('name the missions that are missing in a variant', () => {
    const { run, trials, similarities } = runData('r', 'x', [5], [['direct', 1]])
    const more = { ...run, settings: { ...run.settings, missions: [...run.settings.missions, 'other'] } }
    const [row] = rows({ run: more, trials, similarities })
    expect(row?.missing).toEqual({ variants: [], missions: ['other'] })
  })

  it('are one for each version of an agent, and never pool two', () => {
    const configured = (runId: string, version: string) => {
      const data = runData(runId, 'x', [5], [['direct', 1]])
      return { ...data, run: { ...data.run, agents: { x: { kind: 'adapter', name: 'x', version } } } }
    }
    const versions = (of: ReturnType<typeof rows>) => of.map(({ agent, version, runs }) => ({ agent, version, runs }))
    expect(versions(rows(configured('r', '1.0'), configured('s', '1.1')))).toEqual([
      { agent: 'x', version: expect.stringMatching(/^1\.0 \([0-9a-f]{7}\)$/) as string, runs: ['r'] },
      { agent: 'x', version: expect.stringMatching(/^1\.1 \([0-9a-f]{7}\)$/) as string, runs: ['s'] },
    ])
    expect(versions(rows(configured('r', '1.0'), configured('s', '1.0')))).toEqual([
      { agent: 'x', version: expect.stringContaining('1.0') as string, runs: ['r', 's'] },
    ])
  })

  it('pool several runs of one agent, with their best sample and latest date', () => {
    const [row] = rows(
      runData('r', 'x', [2], [['direct', 1]]),
      runData('s', 'x', [6], [['direct', 1]], '2025-03-01T00:00:00.000Z'),
    )
    expect(row).toMatchObject({ runs: ['r', 's'], date: '2025-03-01' })
    expect(row?.cells[2]).toMatchObject({ score: 0.4, best: 0.6, samples: 2 })
  })

  it('take runs of different missions for one sample of all of them', () => {
    const ofMission = (runId: string, mission: string, passed: readonly number[]): RunData => {
      const trials = passed.map((count, index) =>
        recordOf(
          keyOf({ agent: 'x', mission, sample: index + 1 }),
          Array.from({ length: 10 }, (_, point): Status => (point < count ? 'passed' : 'failed')),
        ),
      )
      const run = runOf(
        trials.map(({ trial }) => trial),
        { runId },
      )
      return { run, trials, similarities: [] }
    }
    const [one, two] = [ofMission('r', 'p18', [5]), ofMission('s', 'p16', [3, 9])]
    const [row] = rows(one, two)
    // The second sample lacks p18, and one sample is no best.
    expect(row?.cells.find(({ points }) => points > 0)).toMatchObject({ best: null, samples: 1, most: 2 })
    const [alone] = rows(one, ofMission('s', 'p16', [3]))
    expect(alone?.cells.find(({ points }) => points > 0)).toMatchObject({ best: 0.4, samples: 1 })
    const [both] = rows(two, one, ofMission('t', 'p18', [7]))
    expect(both?.cells.find(({ points }) => points > 0)).toMatchObject({ best: 0.8, samples: 2 })
  })

  it('have the best of the samples that have ended, and say how many these are', () => {
    const keys = [1, 2, 3].map((sample) => keyOf({ agent: 'x', sample }))
    const trials = keys.map((key, index) => recordOf(key, [index === 1 ? 'passed' : 'failed']))
    const ended = (count: number) => {
      const [row] = rows({ run: runOf(keys), trials: trials.slice(0, count), similarities: [] })
      return row?.cells.find(({ points }) => points > 0)
    }
    expect(ended(1)).toMatchObject({ best: null, samples: 3, complete: 1 })
    expect(ended(2)).toMatchObject({ best: 1, samples: 3, complete: 2 })
    expect(ended(3)).not.toHaveProperty('complete')
  })

  it('are separate for each output format', () => {
    const runs = [runData('r', 'x', [2], [['direct', 1]]), runData('s', 'x', [6], [['direct', 1]])]
    const board = leaderboardRows(runs.flatMap(sidesOf), ({ run }) => (run.runId === 'r' ? 'json' : 'files'))
    expect(board.map(({ outputFormat, runs: [run] }) => [outputFormat, run])).toEqual([
      ['files', 's'],
      ['json', 'r'],
    ])
  })

  it('are not ranked in one table if missions differ, by content or by selection', () => {
    const a = runData('r', 'x', [1], [['direct', 1]]).run
    const changed = {
      ...a,
      runId: 's',
      benchmark: { ...a.benchmark, missions: a.benchmark.missions.map((each) => ({ ...each, digest: 'new' })) },
    }
    const fewer = { ...a, runId: 't', benchmark: { ...a.benchmark, missions: [] } }
    expect(ranksApart([a, a])).toEqual([])
    expect(ranksApart([])).toEqual([])
    expect(ranksApart([a, changed, fewer])).toEqual([
      'the digests of shared missions differ (fixture)',
      'r and t have different missions',
    ])
  })
})
