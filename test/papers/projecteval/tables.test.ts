/** The tables of the paper, from runs made by hand. */
import { describe, expect, it } from 'vitest'
import { projectEvalTables } from '../../../harness/papers/projecteval/tables.ts'
import { allTables, numberedTables } from '../../../harness/commands/tables.ts'
import type { Similarity, Status, TrialRecord } from '../../../harness/contracts/schema.ts'
import type { RunData } from '../../../harness/lib/statistics/sides.ts'
import { TABLE_FORMATS } from '../../../harness/reporters/tables/formats.ts'
import { projecteval } from '../../../harness/papers/projecteval/index.ts'
import { keyOf, recordOf, runOf } from '../../helpers.ts'

const all = await allTables([projecteval])

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
  const [table] = numberedTables(runs, [id], all)
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
      rows.map(({ name, cells }) => [
        name,
        cells.map((cell) => (typeof cell === 'number' ? Math.round(cell * 100) / 100 : cell)),
      ]),
    )
    expect(found.get('one')).toEqual([15, 30, 22.5, 60, null, null, null, null])
    expect(found.get('two')).toEqual([50, null, null, null, null, null, null, null])
    expect(found.get('Avg.')?.slice(0, 4)).toEqual([32.5, 30, 22.5, 60])
    expect(notes.join(' ')).toContain('Samples of some cells: 2; of those of the paper: 5')
  })

  it('are unknown as long as some trials have not ended', () => {
    const open = {
      ...one,
      trials: one.trials.filter(({ trial }) => trial.variant !== 'L1.direct' || trial.sample === 1),
    }
    const { rows, notes } = contentOf('4', [open])
    expect(rows[0]?.cells).toEqual([15, 30, expect.closeTo(22.5), null, null, null, null, null])
    expect(contentOf('7', [open]).rows[0]?.cells.slice(0, 3)).toEqual([20, 30, null])
    expect(notes.join(' ')).toContain('Cells of which some trials have not ended are empty')
    // Samples are those of the cells that are shown.
    expect(notes.join(' ')).not.toContain('have more samples than others')
  })

  it('have a row for each version of an agent, with its name', () => {
    const versions = ['one', 'two'].map((id) => {
      const data = runData('a', { 'L1.direct': [1] })
      return { ...data, run: { ...data.run, runId: id, agents: { a: { version: id } } } }
    })
    const names = (id: string) => contentOf(id, versions).rows.map(({ name }) => name)
    const both = ['one', 'two'].map((version) => expect.stringMatching(`^a ${version} \\(`) as string)
    expect(names('4')).toEqual([...both, 'Avg.'])
    expect(names('5')).toEqual([...both, 'Average'])
    expect(names('5.1')).toEqual(both)
  })

  it('name what differs between the runs', () => {
    const judgedBy = (runId: string, protocol: 'default' | 'paper') => {
      const data = runData('x', { 'L1.direct': [1] })
      return { ...data, run: { ...data.run, runId, settings: { ...data.run.settings, protocol } } }
    }
    const { notes } = contentOf('4', [judgedBy('a', 'default'), judgedBy('b', 'paper')])
    expect(notes.at(-1)).toBe('These runs are not alike: the protocols differ (default and paper).')
  })

  it('count a copy of a run once, and say so', () => {
    const other = runData('other', { 'L1.direct': [8] })
    const { rows, notes } = contentOf('5.1', [other, runData('one', { 'L1.direct': [4] }), other])
    expect(rows.map(({ name, cells }) => [name, cells[0]])).toEqual([
      ['other', 1],
      ['one', 1],
    ])
    expect(notes).toContain('Given several times and counted once: other.')
  })

  it('have the best sample beside it', () => {
    const { columns, rows } = contentOf('7', [one])
    expect(columns).toHaveLength(13)
    expect(rows[0]?.cells.slice(0, 4)).toEqual([20, 30, 80, null])
    expect(rows).toHaveLength(1)
  })
})

describe('the table of similarities', () => {
  it('has means in the setting of the paper: what a project lacks counts as 0, and what nobody compared is unknown', () => {
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
      'Direct, level 1 PV': 25,
      'Direct, level 3 Code': null,
    })
    expect(columns).toHaveLength(13)
    expect(notes[0]).toContain('--embedder transformers')
    expect(notes[1]).toContain('In no cell: 1 trial without similarities')
  })

  it('has projects that were compared and not judged, and no mean of a part of the trials', () => {
    const run = runData('one', { 'L1.direct': [1, 1] })
    const ids = run.trials.map(({ trial }) => trial.id)
    const code = (scored: readonly string[]) => {
      const similarities = scored.map((trial): Similarity => ({ trial, name: 'code', setting: 'paper', value: 0.5 }))
      const { columns, rows, notes } = contentOf('5', [{ ...run, trials: [], similarities }])
      const column = columns.findIndex(({ group, name }) => group === 'Direct, level 1' && name === 'Code')
      return [rows[0]?.cells[column], ...notes]
    }
    expect(code(ids)).toEqual([50])
    expect(code(ids.slice(1))).toEqual([null, expect.stringContaining('1 trial to go')])
  })

  it('knows nothing of projects that nobody made; an answer that cannot be read counts as 0', () => {
    const run = runData('one', { 'L1.direct': [1, 1] })
    const similarities = run.trials.map(({ trial }): Similarity => ({
      trial: trial.id,
      name: 'code',
      setting: 'paper',
      value: null,
    }))
    const code = (outcome: TrialRecord['outcome']) => {
      const trials = run.trials.map((trial) => ({ ...trial, outcome }))
      const { columns, rows, notes } = contentOf('5', [{ ...run, trials, similarities }])
      const column = columns.findIndex(({ group, name }) => group === 'Direct, level 1' && name === 'Code')
      return [rows[0]?.cells[column], ...notes]
    }
    expect(code('unjudged')).toEqual([null, expect.stringMatching(/^In no cell.*: fixture\.$/)])
    expect(code('no-project')).toEqual([0])
  })
})

describe('the row of the benchmark', () => {
  it('is the mean over its missions, and is found by all three numbers', () => {
    const run = runData('one', { 'L1.direct': [1] })
    const [mission] = run.run.benchmark.missions
    if (!mission) throw new Error('there is a mission')
    const missions = [
      { ...mission, id: 'p1', details: { tests: 10, lines: 100, tokens: 900 } },
      { ...mission, id: 'p2', details: { tests: 13, lines: 201, tokens: 1100 } },
    ]
    const data = { ...run, run: { ...run.run, benchmark: { ...run.run.benchmark, missions } } }
    expect(contentOf('1', [data]).rows).toEqual([{ name: 'ProjectEval', cells: [2, 11.5, 150.5, 1000] }])
    expect(contentOf('6', [data]).rows).toEqual(contentOf('2', [data]).rows)
  })

  it('is unknown for runs that did not record it', () => {
    const { rows, notes } = contentOf('1', [runData('one', { 'L1.direct': [1] })])
    expect(rows[0]?.cells).toEqual([1, null, null, null])
    expect(notes.join(' ')).toContain('Of the missions of these runs; the benchmark has 20.')
    expect(notes.join(' ')).toContain('1 mission without a size')
  })
})

describe('the failure classes', () => {
  it('are one for each project, with omitted content beside them', () => {
    const run = runData('one', { 'L1.direct': [10, 3, 0, 0, 0, 0] })
    const changes: readonly Partial<TrialRecord>[] = [
      {},
      {},
      { outcome: 'no-project', fault: 'unreadable' },
      { outcome: 'no-project', fault: 'refused' },
      { outcome: 'not-launched', failedAt: 'files' },
      { outcome: 'not-launched', failedAt: 'launch' },
    ]
    const trials = run.trials.map((trial, index) => ({ ...trial, ...changes[index] }))
    const bodies = (placeholder: number) => ({
      ...{ files: 1, bytes: 1, languages: [], leftOut: [] },
      bodies: { total: 4, empty: 0, placeholder },
    })
    const ids = trials.map(({ trial }) => trial.id)
    const facts = new Map([
      [ids[0] ?? '', bodies(0)],
      [ids[1] ?? '', bodies(2)],
    ])
    const { columns, rows } = contentOf('5.1', [{ ...run, trials, facts }])
    const cells = Object.fromEntries(columns.map(({ name }, index) => [name, rows[0]?.cells[index]]))
    expect(cells).toEqual({
      Projects: 6,
      ...Object.fromEntries(
        [
          'Unreadable answer',
          'No answer',
          'Missing essential file',
          'Does not start',
          'Wrong behaviour',
          'All passed',
        ].map((name) => [name, 100 / 6]),
      ),
      'Not judged': 0,
      'Omitted content': 50,
    })
  })

  it('are unknown for a project of which only a part was judged, unless that part failed', () => {
    const run = runData('one', { 'L1.direct': [0, 0] })
    const statuses: readonly Status[][] = [
      ['passed', 'unjudged'],
      ['failed', 'unjudged'],
    ]
    const trials = run.trials.map(({ trial }, index) => recordOf(trial, statuses[index] ?? []))
    const { columns, rows } = contentOf('5.1', [{ ...run, trials }])
    const cell = (name: string) => rows[0]?.cells[columns.findIndex((column) => column.name === name)]
    expect(['Wrong behaviour', 'All passed', 'Not judged'].map(cell)).toEqual([50, 0, 50])
  })
})

describe('tables', () => {
  const run = runData('a=1', { 'L1.direct': [10, 10] })
  const text = (format: keyof typeof TABLE_FORMATS) =>
    [...TABLE_FORMATS[format](numberedTables([run], ['4'], all))].join('')

  it('are printed in four formats, of which none lets a name act as code', () => {
    expect(text('md')).toContain('| `a=1` | – | – | – | 100.00 |')
    expect(text('csv')).toContain('a=1,,,,100,')
    expect(text('csv')).toMatch(/^Model,/)
    expect(text('csv')).toContain('note,Some runs have fewer than the 20 missions of the paper.\r\n')
    expect(JSON.parse(text('json'))).toMatchObject({ tables: [{ id: '4', benchmark: 'projecteval' }] })
    expect(text('html')).toContain('<th scope="row">a=1</th>')
  })

  it('are told apart by a first column in CSV, whose numbers are rounded', () => {
    const table = (id: string, name: string, cells: readonly (number | null)[]) => ({
      ...{ id, title: 'Of\n=1', benchmark: 'b', of: 'Model', notes: ['=2'], rows: [{ name, cells }] },
      columns: cells.map((_, index) => ({ group: 'g', name: String(index), digits: 2 })),
    })
    const lines = [
      ...TABLE_FORMATS.csv([table('4', '=x', [98.00000000000001, null]), table('5', 'y', [-0.9999999999999998])]),
    ]
    expect(lines.join('').split('\r\n')).toEqual([
      'table,Model,g: 0,g: 1',
      "4,'=x,98,",
      "4,note,'=2",
      'table,Model,g: 0',
      '5,y,-1',
      "5,note,'=2",
      '',
    ])
  })

  it('align numbers right and texts left in HTML', () => {
    const rows = [{ name: 'x', cells: ['management', 3] }]
    const columns = ['Category', 'Tests'].map((name) => ({ group: '', name, digits: 0 }))
    const [page] = TABLE_FORMATS.html([
      { ...{ id: '5', title: 't', benchmark: 'b', of: 'ID', notes: [] }, columns, rows },
    ])
    expect(page).toContain('<th scope="col" class="text">Category</th>')
    expect(page).toContain('<td class="text">management</td><td class="number">3</td>')
  })

  it('are refused by the numbers and benchmarks that have none', () => {
    expect(() => numberedTables([run], ['99'], all)).toThrow('there are 1, 2, 6, 4, 5, 7, 5.1')
    const other = { ...run, run: { ...run.run, benchmark: { ...run.run.benchmark, name: 'mine' } } }
    expect(() => numberedTables([other], [], all)).toThrow('there are no tables of "mine"')
    expect(new Set(projectEvalTables.map(({ id }) => id)).size).toBe(projectEvalTables.length)
  })
})
