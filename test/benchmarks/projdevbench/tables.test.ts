/** The tables of the paper, from a run made by hand. */
import { describe, expect, it } from 'vitest'
import { tablesOf } from '../../../harness/commands/tables.ts'
import type { Status, TrialRecord } from '../../../harness/contracts/schema.ts'
import type { RunData } from '../../../harness/lib/statistics/sides.ts'
import { keyOf, recordOf, runOf, verdictOf } from '../../helpers.ts'

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

const rounded = (cells: readonly (number | null)[] = []) => cells.map((cell) => cell && Math.round(cell * 100) / 100)

describe('the tables of ProjDevBench', () => {
  it('have execution, review and final score by difficulty, of problems with both parts', () => {
    const [table] = tablesOf([runData()], ['2'])
    expect(table?.rows.map(({ name }) => name)).toEqual(['command:codex:gpt-5'])
    // Easy: 007. Hard: 017, without 003.
    expect(rounded(table?.rows[0]?.cells)).toEqual([100, 0, 80, 0, 100, 20, 50, 50, 50])
    expect(table?.notes).toEqual(['In no cell, because nothing of their execution can be judged here: 003.'])
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
    const [table] = tablesOf([{ ...data, trials: [{ ...first, submissions }, ...others] }], ['3'])
    expect(table?.rows.map(({ name, cells }) => [name, ...rounded(cells)]).slice(0, 3)).toEqual([
      ['accepted', 1, 33.33],
      ['wrong answer', 2, 66.67],
      ['time limit exceeded', 0, 0],
    ])
    expect(table?.notes[1]).toMatch(/^1 submissions have no status/)
  })

  it('have the correlation of tokens and score, and say which pairs are not recorded', () => {
    const data = runData()
    const trials = [
      judged('007', 'passed', 'failed'),
      judged('017', 'failed', 'passed'),
      judged('010', 'passed', 'passed'),
    ].map((trial, index) => ({ ...trial, agent: { ...use, tokens: { input: [2, 3, 1][index] ?? 0, output: 0 } } }))
    const [table] = tablesOf([{ ...data, trials }], ['4'])
    // Scores 0.8, 0.2 and 1 with 2, 3 and 1 tokens.
    expect(table?.rows[0]).toEqual({ name: 'Tokens vs. score', cells: [-1, 0] })
    expect(table?.rows.slice(1).every(({ cells }) => cells.every((cell) => cell === null))).toBe(true)
    expect(table?.rows).toHaveLength(8)
  })

  it('have the final score and the tokens of each problem', () => {
    const [table] = tablesOf([runData()], ['6'])
    expect(table?.rows.map(({ name, cells }) => [name, ...rounded(cells)])).toEqual([
      ['003', null, 2],
      ['007', 80, 2],
      ['017', 20, 2],
    ])
  })
})
