/** The tables of the paper, from a run made by hand. */
import { describe, expect, it } from 'vitest'
import { allTables, numberedTables } from '../../../harness/commands/tables.ts'
import type { Status, TrialRecord } from '../../../harness/contracts/schema.ts'
import type { HumanJudgement, TableCell } from '../../../harness/lib/statistics/paper-table.ts'
import type { RunData } from '../../../harness/lib/statistics/sides.ts'
import { projdevbench } from '../../../harness/papers/projdevbench/index.ts'
import { keyOf, recordOf, runOf, verdictOf } from '../../helpers.ts'

const all = await allTables([projdevbench])

const AGENT = 'command:codex'
const use = { calls: 1, reused: 0, cost: null, paid: null, models: [], notes: [] }

function judged(mission: string, execution: Status, review: Status): TrialRecord {
  return {
    ...recordOf(keyOf({ agent: AGENT, mission, variant: 'statement' }), []),
    runnable: verdictOf('runnable', 'passed', { suite: '1', points: { earned: 0, of: 0 } }),
    verdicts: [verdictOf('point', execution, { suite: '1' }), verdictOf('rule', review, { suite: 'review' })],
    suites: [
      { id: '1', tester: 'judge', weight: 0.8 },
      { id: 'review', tester: 'review', weight: 0.2 },
    ],
    scoring: 'mean',
    agent: { ...use, tokens: { input: 1_500_000, output: 500_000 } },
  }
}

function runData(): RunData {
  const trials = [
    judged('003', 'excluded', 'passed'),
    judged('007', 'passed', 'failed'),
    judged('017', 'failed', 'passed'),
  ]
  const run = runOf(trials.map(({ trial }) => trial))
  const tags: Readonly<Record<string, string[]>> = { '003': ['hard'], '007': ['easy'], '017': ['hard'] }
  const missions = run.benchmark.missions.map((mission) => ({ ...mission, tags: tags[mission.id] ?? [] }))
  return {
    run: {
      ...run,
      benchmark: { ...run.benchmark, name: 'projdevbench', missions },
      settings: { ...run.settings, agentOptions: { model: 'gpt-5' } },
    },
    trials,
    similarities: [],
  }
}

const rounded = (cells: readonly TableCell[] = []) =>
  cells.map((cell) => (typeof cell === 'number' ? Math.round(cell * 100) / 100 : cell))

describe('the tables of ProjDevBench', () => {
  it('have execution, review and final score by difficulty, of problems with both parts', () => {
    const [table] = numberedTables([runData()], ['2'], all)
    expect(table?.rows.map(({ name }) => name)).toEqual(['command:codex:gpt-5'])
    // Easy: 007. Hard: 017, without 003.
    expect(rounded(table?.rows[0]?.cells)).toEqual([100, 0, 80, 0, 100, 20, 50, 50, 50])
    expect(table?.notes).toEqual(['In no cell, because nothing of their execution can be judged here: 003.'])
  })

  it('weigh problems alike, of which one has more samples', () => {
    const data = runData()
    const again = judged('007', 'failed', 'failed')
    const trials = [...data.trials, again, again]
    const [table] = numberedTables([{ ...data, trials }], ['2'], all)
    // 007: a third of 0.8; 017: 0.2.
    expect(rounded(table?.rows[0]?.cells).slice(6)).toEqual([16.67, 50, 23.33])
  })

  it('have a row for each version of an agent', () => {
    const version = (runId: string) => {
      const data = runData()
      return { ...data, run: { ...data.run, runId, agents: { [AGENT]: { version: runId } } } }
    }
    const [table] = numberedTables([version('1.0'), version('1.1')], ['2'], all)
    expect(table?.rows.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^command:codex:gpt-5 1\.0 /),
      expect.stringMatching(/^command:codex:gpt-5 1\.1 /),
    ])
  })

  it('count the status of submissions, and name those that have none', () => {
    const data = runData()
    const entry = {
      number: 1,
      digest: '',
      outcome: 'judged' as const,
      points: { total: 1, passed: 0, unjudged: 0 },
      score: 0,
    }
    const submissions = (['accepted', 'wrong answer', 'wrong answer', undefined] as const).map((status) => ({
      ...{ ...entry, seconds: 1, at: '2026-01-01T00:00:00.000Z' },
      ...(status ? { status } : {}),
    }))
    const [first, ...others] = data.trials
    if (!first) throw new Error('there is a trial')
    const [table] = numberedTables([{ ...data, trials: [{ ...first, submissions }, ...others] }], ['3'], all)
    expect(table?.rows.map(({ name, cells }) => [name, ...rounded(cells)]).slice(0, 3)).toEqual([
      ['accepted', 1, 33.33],
      ['wrong answer', 2, 66.67],
      ['time limit exceeded', 0, 0],
    ])
    expect(table?.notes[1]).toMatch(/^1 submission without a status/)
  })

  it('have the correlations of effort and score over problems', () => {
    const data = runData()
    const trials = [
      judged('007', 'passed', 'failed'),
      judged('017', 'failed', 'passed'),
      judged('010', 'passed', 'passed'),
    ].map((trial, index) => ({
      ...trial,
      agent: { ...use, turns: [20, 30, 40][index] ?? 0, tokens: { input: [2, 3, 1][index] ?? 0, output: 0 } },
    }))
    const [table] = numberedTables([{ ...data, trials }], ['4'], all)
    const found = Object.fromEntries(table?.rows.map(({ name, cells }) => [name, cells]) ?? [])
    // Scores 0.8, 0.2 and 1 with 2, 3 and 1 tokens; human solutions of 750.5, 4204.3 and 180 lines.
    expect(found['Tokens vs. score']).toEqual([-1, 0, 3])
    expect(found['Turns vs. tokens']?.[0]).toBeCloseTo(-0.5, 12)
    expect(found['Net lines vs. score']).toEqual([-1, 0, 3])
    expect(table?.rows).toHaveLength(8)
  })

  it('know nothing of turns that a tool does not report', () => {
    const [table] = numberedTables([runData()], ['4'], all)
    expect(table?.rows.find(({ name }) => name === 'Turns vs. score')?.cells).toEqual([null, null, 0])
    expect(table?.notes).toContain('Some agents do not report their turns.')
  })

  it('have the final score, the effort and the human size of each problem', () => {
    const [table] = numberedTables([runData()], ['6'], all)
    expect(table?.rows.map(({ name, cells }) => [name, ...rounded(cells)])).toEqual([
      ['003', null, 2, null, 475.3, 1],
      ['007', 80, 2, null, 750.5, 17],
      ['017', 20, 2, null, 4204.3, 20],
    ])
  })

  it('describe the problems, and count their categories', () => {
    const data = runData()
    const missions = data.run.benchmark.missions.map((mission) => ({
      ...mission,
      tags: ['management', 'hard'],
      details: { submit: 'Git', ids: 2, seconds: 10, memoryMiB: 64, students: 36.29 },
    }))
    const described = { ...data, run: { ...data.run, benchmark: { ...data.run.benchmark, missions } } }
    const [problems] = numberedTables([described], ['5'], all)
    expect(problems?.rows[0]).toEqual({
      name: '003',
      cells: ['Mission 003', 'management', 'hard', 'Git', 2, 10, 64, 36.29],
    })
    const [categories] = numberedTables([described], ['fig4'], all)
    expect(categories?.rows).toEqual([{ name: 'management', cells: [3, 100] }])
    expect(categories?.notes).toEqual(['These runs have 3 of the 20 problems.'])
  })

  it('have mean, deviation, median and shares of the scores', () => {
    const data = runData()
    const trials = [
      judged('007', 'passed', 'passed'),
      judged('010', 'passed', 'failed'),
      judged('017', 'failed', 'failed'),
    ]
    const [table] = numberedTables([{ ...data, trials }], ['H'], all)
    const found = Object.fromEntries(table?.rows.map(({ name, cells }) => [name, rounded(cells)]) ?? [])
    // Scores 1, 0.8 and 0.
    expect(found['Mean score']).toEqual([60, null])
    expect(found['Standard deviation']).toEqual([52.92, null])
    expect(found['Median score']).toEqual([80, null])
    expect(found['Problems above 80%']).toEqual([1, 33.33])
    expect(found['Problems below 20%']).toEqual([1, 33.33])
  })
})

describe('the agreement with people', () => {
  /** Scores of the model by trial, as the fraction of the point that a criterion earned. */
  const scored = (missions: Readonly<Record<string, number>>): RunData => {
    const data = runData()
    const trials = Object.entries(missions).map(([mission, score]) => ({
      ...recordOf(keyOf({ agent: AGENT, mission, variant: 'statement' }), []),
      verdicts: [verdictOf('review-1', 'partial', { suite: 'review', points: { earned: score / 10, of: 1 } })],
    }))
    return { ...data, trials }
  }
  const say = (mission: string, value: number | boolean) => ({
    trial: keyOf({ agent: AGENT, mission, variant: 'statement' }).id,
    testcode: 'review-1',
    value,
  })
  const cellsOf = (data: RunData, people: ReturnType<typeof say>[]) => {
    const [table] = numberedTables([data], ['fig5'], all, { people })
    return Object.fromEntries(table?.rows.map(({ name, cells }) => [name, cells]) ?? [])
  }

  it('correlates scores with the mean of those of people, as scipy does', () => {
    const model = [7, 3, 9.5, 2, 8, 5, 6, 10, 4, 7.5]
    const people = [6.5, 4, 9, 1, 8.5, 5, 5.5, 9, 3, 8]
    const data = scored(Object.fromEntries(model.map((score, index) => [`m${String(index)}`, score])))
    const found = cellsOf(
      data,
      // Two people, half a point above and below.
      people.flatMap((score, index) => [0.5, -0.5].map((off) => say(`m${String(index)}`, score + off))),
    )
    const [r, p, count] = found['Pearson r of scores'] ?? []
    expect(r).toBeCloseTo(0.9653682881826823, 12)
    expect(p).toBeCloseTo(6.0354548574080176e-6, 12)
    expect(count).toBe(10)
    expect(found['Spearman ρ of scores']?.[0]).toBeCloseTo(0.9848069807617047, 12)
    expect(found['Accuracy of decisions']).toEqual([null, null, 0])
  })

  it('compares decisions with the majority, and leaves out a tie', () => {
    const data = scored({ a: 9, b: 5, c: 4.9, d: 1, e: 8 })
    const found = cellsOf(data, [
      ...[true, true, false].map((each) => say('a', each)),
      ...[false, false, true].map((each) => say('b', each)),
      ...[say('c', false), say('d', false)],
      ...[true, false].map((each) => say('e', each)),
    ])
    // Yes and yes, yes and no, no and no, no and no.
    expect(found['Accuracy of decisions']).toEqual([0.75, null, 4])
    expect(found['Cohen’s κ of decisions']?.[0]).toBeCloseTo(0.5, 12)
  })

  it('is of judgements of models: rules are left out, and so is a trial of two runs whose run is not named', () => {
    const data = scored({ a: 8, b: 8 })
    const rules = data.run.benchmark.missions.map((mission) => ({
      ...mission,
      id: 'b',
      testcodes: [{ id: 'review-1', page: 'Rules' }],
    }))
    const run = { ...data.run, benchmark: { ...data.run.benchmark, missions: rules } }
    const other = { ...scored({ a: 2 }), run: { ...data.run, runId: 'other' } }
    const runs = [{ ...data, run }, other]
    const tableOf = (people: readonly HumanJudgement[]) => {
      const [table] = numberedTables(runs, ['fig5'], all, { people })
      return [table?.rows[2]?.cells[2], table?.notes[1]]
    }
    const leftOut = expect.stringContaining('1 of 1 criteria that people judged are left out') as unknown
    expect(tableOf([say('a', true)])).toEqual([0, leftOut])
    expect(tableOf([say('b', true)])).toEqual([0, leftOut])
    expect(tableOf([{ ...say('a', true), run: 'other' }])).toEqual([1, undefined])
  })

  it('is unknown without people, and says where they write', () => {
    const [table] = numberedTables([scored({ a: 5 })], ['fig5'], all)
    expect(table?.rows.every(({ cells }) => cells[0] === null)).toBe(true)
    expect(table?.notes[0]).toContain('--template FILE')
  })
})
