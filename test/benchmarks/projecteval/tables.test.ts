/** The tables of the paper, from runs made by hand. */
import { describe, expect, it } from 'vitest'
import { projectEvalTables } from '../../../harness/benchmarks/projecteval/tables.ts'
import { tablesOf } from '../../../harness/commands/tables.ts'
import type { Similarity, Status } from '../../../harness/contracts/schema.ts'
import type { RunData } from '../../../harness/lib/statistics/sides.ts'
import { TABLE_FORMATS } from '../../../harness/reporters/tables/formats.ts'
import { keyOf, recordOf, runOf } from '../../helpers.ts'

/** Runs of one mission of ten points: the passed points of each sample, by variant. */
function runData(agent: string, passed: Readonly<Record<string, readonly number[]>>): RunData {
  const keys = Object.entries(passed).flatMap(([variant, counts]) =>
    counts.map((_, index) => keyOf({ agent, variant, sample: index + 1 })),
  )
  const trials = keys.map((key) => {
    const count = passed[key.variant]?.[key.sample - 1] ?? 0
    return recordOf(
      key,
      Array.from({ length: 10 }, (_, index): Status => (index < count ? 'passed' : 'failed')),
    )
  })
  const run = runOf(keys, { runId: agent })
  return {
    run: { ...run, benchmark: { ...run.benchmark, name: 'projecteval' }, settings: { ...run.settings, samples: 2 } },
    trials,
    similarities: [],
  }
}

const contentOf = (id: string, runs: readonly RunData[]) => {
  const [table] = tablesOf(runs, [id])
  if (!table) throw new Error(`there is a table ${id}`)
  return table
}

describe('the tables of pass rates', () => {
  const one = runData('one', { 'L1.cascade': [1, 2], 'L2.cascade': [3, 3], 'L1.direct': [4, 8] })
  const two = runData('two', { 'L1.cascade': [5, 5] })

  it('have the mean by level and mode, with averages where all is known', () => {
    const { columns, rows, notes } = contentOf('4', [one, two])
    expect(columns.map(({ group, name }) => `${group} ${name}`.trim())).toEqual([
      ...['Cascade Level 1', 'Cascade Level 2', 'Cascade Avg.'],
      ...['Direct Level 1', 'Direct Level 2', 'Direct Level 3', 'Direct Avg.', 'All Avg.'],
    ])
    const found = new Map(
      rows.map(({ name, cells }) => [name, cells.map((cell) => cell && Math.round(cell * 100) / 100)]),
    )
    expect(found.get('one')).toEqual([15, 30, 22.5, 60, null, null, null, null])
    expect(found.get('two')).toEqual([50, null, null, null, null, null, null, null])
    expect(found.get('Avg.')?.slice(0, 4)).toEqual([32.5, 30, 22.5, 60])
    expect(notes.join(' ')).toContain('Samples of some cells: 2; of those of the paper: 5')
  })

  it('have the best sample beside it', () => {
    const { columns, rows } = contentOf('7', [one])
    expect(columns).toHaveLength(13)
    expect(rows[0]?.cells.slice(0, 4)).toEqual([20, 30, 80, null])
    expect(rows).toHaveLength(1)
  })
})

describe('the table of similarities', () => {
  it('has means over all projects in the setting of the paper; what a project lacks counts as 0', () => {
    const run = runData('one', { 'L1.cascade': [1, 1], 'L1.direct': [1, 1] })
    const [first, second, third] = run.trials.map(({ trial }) => trial.id)
    const scored = (trial = '', name = '', value: number | null = null, setting = 'paper'): Similarity => ({
      ...{ trial, name, setting, value },
    })
    const similarities = [
      scored(first, 'code', 0.5),
      scored(first, 'code', 0.9, 'strict'),
      scored(second, 'code', null),
      scored(first, 'lexical-checklist', 0.7),
      scored(third, 'parameters', 0.25),
    ]
    const { columns, rows, notes } = contentOf('5', [{ ...run, similarities }])
    const cells = Object.fromEntries(
      columns.map(({ group, name }, index) => [`${group} ${name}`, rows[0]?.cells[index]]),
    )
    expect(cells).toMatchObject({
      'Cascade, level 1 CL': null,
      'Cascade, level 1 Code': 25,
      'Direct, level 1 PV': 12.5,
      'Direct, level 3 Code': null,
    })
    expect(columns).toHaveLength(13)
    expect(notes[0]).toContain('--embedder transformers')
  })
})

describe('tables', () => {
  const run = runData('a=1', { 'L1.direct': [10, 10] })
  const text = (format: keyof typeof TABLE_FORMATS) => [...TABLE_FORMATS[format](tablesOf([run], ['4']))].join('')

  it('are printed in four formats, of which none lets a name act as code', () => {
    expect(text('md')).toContain('| `a=1` | – | – | – | 100.00 |')
    expect(text('csv')).toContain('a=1,,,,100,')
    expect(JSON.parse(text('json'))).toMatchObject({ tables: [{ id: '4', benchmark: 'projecteval' }] })
    expect(text('html')).toContain('<th scope="row">a=1</th>')
  })

  it('are refused by the numbers and benchmarks that have none', () => {
    expect(() => tablesOf([run], ['99'])).toThrow('there are 4, 7, 5')
    const other = { ...run, run: { ...run.run, benchmark: { ...run.run.benchmark, name: 'mine' } } }
    expect(() => tablesOf([other], [])).toThrow('there are no tables of "mine"')
    expect(new Set(projectEvalTables.map(({ id }) => id)).size).toBe(projectEvalTables.length)
  })
})
