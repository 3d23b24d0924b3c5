import { describe, expect, it } from 'vitest'
import { allTables, numberedTables } from '../../../harness/commands/tables.ts'
import type { Facts, Similarity, Status, TrialRecord } from '../../../harness/contracts/schema.ts'
import type { RunData } from '../../../harness/lib/statistics/sides.ts'
import { greenfield } from '../../../harness/papers/greenfield/index.ts'
import { keyOf, recordOf, runOf, verdictOf } from '../../helpers.ts'

const tables = await allTables([greenfield])
const made = (data: RunData, id: string) => numberedTables([data], [id], tables)

const SUITES = ['executability', 'interactivity', 'rules'].map((id) => ({ id, tester: 'desktop', weight: 1 }))
const OURS = 'contract-coding:openai:a'

interface Recorded {
  readonly agent?: string
  readonly sample?: number
  readonly variant?: string
  /** Of each suite. */
  readonly statuses?: readonly (readonly Status[])[]
  readonly changes?: Partial<TrialRecord>
}

function trial(mission: string, { agent = OURS, sample = 1, variant, statuses = [], changes }: Recorded = {}) {
  const verdicts = SUITES.flatMap(({ id: suite }, index) =>
    (statuses[index] ?? ['passed' as const]).map((status, number) =>
      verdictOf(`${suite}-${String(number)}`, status, { suite }),
    ),
  )
  return {
    ...recordOf(keyOf({ mission, agent, sample, ...(variant === undefined ? {} : { variant }) }), []),
    runnable: verdictOf('runnable', 'passed', { suite: 'executability', points: { earned: 0, of: 0 } }),
    ...{ verdicts, suites: SUITES, scoring: 'mean' as const, stages: { generate: 60_000 } },
    ...changes,
  }
}

function runData(trials: readonly TrialRecord[], more: Partial<RunData> = {}): RunData {
  return { run: runOf(trials.map((each) => each.trial)), trials, similarities: [], ...more }
}

function factsOf(files: number): Facts {
  return { files, bytes: 1, languages: [], bodies: { total: 0, empty: 0, placeholder: 0 }, leftOut: [] }
}

const HALF: readonly (readonly Status[])[] = [['passed'], ['passed', 'failed'], ['failed']]

describe('the tables of Greenfield-5', () => {
  const first = trial('gomoku', { statuses: HALF })
  const second = trial('gomoku', { sample: 2, changes: { stages: { generate: 30_000 } } })
  const facts = new Map([
    [first.trial.id, factsOf(4)],
    [second.trial.id, factsOf(7)],
  ])

  it('have success, files and time of each game, as means of the samples', () => {
    const [table] = made(runData([first, second, trial('todo')], { facts }), '1')
    expect(table?.benchmark).toBe('Greenfield-5')
    expect(table?.columns.slice(0, 3).map(({ group, name }) => `${group}: ${name}`)).toEqual([
      'Gomoku: Overall',
      'Gomoku: Files',
      'Gomoku: Time (s)',
    ])
    expect(table?.rows).toEqual([{ name: OURS, cells: [75, 5.5, 45, ...Array.from({ length: 12 }, () => null)] }])
    expect(table?.notes).toEqual([
      'Not in these runs: Plane Battle, City Sim, Snake++, Roguelike.',
      'Samples of some cells: 2; of those of the paper: 10.',
      'Time is that of the agent on the machine of the run, until its project is there.',
      'Versions of tools (table 2) are in the records of runs. There is no agent without its graph.',
    ])
  })

  it('have the parts of success; what nobody judged is not 0', () => {
    const unjudged = trial('snake', { statuses: [['passed'], ['unjudged'], ['unjudged', 'failed']] })
    const [table] = made(runData([unjudged]), '4')
    expect(table?.rows[0]?.cells.slice(6)).toEqual([100, null, 0, (1 / 3) * 100, 60, null])
    expect(table?.notes).toContain('Counted as not passed: 2 unjudged points.')
    const nothing = trial('snake', { statuses: SUITES.map(() => ['unjudged' as const]) })
    expect(made(runData([nothing]), '4')[0]?.rows[0]?.cells.slice(6, 10)).toEqual([null, null, null, null])
  })

  it('know no time of projects whose answers came from the cache', () => {
    const use = { calls: 2, reused: 1, tokens: null, cost: null, paid: null, models: [], notes: [] }
    const [table] = made(runData([trial('gomoku', { changes: { agent: use } })]), '1')
    expect(table?.rows[0]?.cells[2]).toBeNull()
    expect(table?.notes).toContain('It is unknown for projects whose answers came from the cache.')
  })

  it('have the architecture of Roguelike, in the setting of the paper', () => {
    const own = trial('roguelike', { statuses: HALF })
    const score = (name: string, value: number | null, setting = 'paper'): Similarity => ({
      ...{ trial: own.trial.id, name, setting, value },
    })
    const similarities = [score('path-f1', 0.25), score('path-f1', 0.75, 'strict'), score('linkage', null)]
    const roguelike = made(runData([own], { similarities }), '5')[0]
    expect(roguelike?.rows).toEqual([{ name: OURS, cells: [25, null, 100, 50, 0, 50, 60, null] }])
    // The text of the paper gives this table another number than its place.
    expect(made(runData([own]), '3').map(({ id }) => id)).toEqual(['3', '5'])
    expect(() => made(runData([own]), '2')).toThrow('of Greenfield-5 has no table "2" here; there are 1, 3, 4, 5, 6, 7')
  })

  it('have the share of the contract that exists', () => {
    const own = trial('plane-battle')
    const similarities = [{ trial: own.trial.id, name: 'contract', setting: 'paper', value: 0.8 }]
    const rows = made(runData([own, trial('gomoku', { statuses: HALF })], { similarities }), '6')[0]?.rows
    expect(rows).toEqual([{ name: OURS, cells: [100, 50, null, 80] }])
  })

  it('compare models of Contract-Coding, and no other agents', () => {
    const other = trial('gomoku', { agent: 'contract-coding:openai:b', statuses: HALF })
    const direct = trial('gomoku', { agent: 'openai:b' })
    expect(made(runData([trial('gomoku'), other, direct]), '7')[0]?.rows).toEqual([
      { name: 'Gomoku, openai:a', cells: [100, null] },
      { name: 'Gomoku, openai:b', cells: [50, -50] },
    ])
    expect(made(runData([direct]), '7')[0]?.notes).toContain('No agent of these runs is contract-coding.')
  })

  it('keep levels apart: the requests of the paper are short', () => {
    const skeleton = trial('gomoku', { variant: 'L3.direct', statuses: HALF })
    expect(made(runData([trial('gomoku'), skeleton]), '1')[0]?.rows.map(({ name, cells }) => [name, cells[0]])).toEqual(
      [
        [OURS, 100],
        [`${OURS}, L3.direct`, 50],
      ],
    )
  })

  it('are of runs with one of the games', () => {
    expect(() => made(runData([trial('todo')]), '1')).toThrow(
      'there are no tables of "native" in these runs; there are some of native (of gomoku',
    )
  })
})
