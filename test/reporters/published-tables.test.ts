import { describe, expect, it } from 'vitest'
import { publishedTables } from '../../harness/reporters/published-tables.ts'

const scored = (detail: unknown) => ({ scored: true as const, value: 1, detail })
const passed = (detail: unknown) => [{ name: 'weighted-average', measure: scored(detail) }]
const rowsOf = (...runs: Parameters<typeof publishedTables>[0]) =>
  publishedTables(runs).map(({ columns, rows }) => [columns, ...rows.map(({ name, cells }) => [name, ...cells])])

describe('the tables of a paper', () => {
  it('show the measures of a run', () => {
    const measures = [
      ...passed({
        mine: { average: 1.5, missions: { rsa: { lines: 300, passed: 1 }, flask: { lines: 9, passed: 3 } } },
      }),
      { name: 'error-types', measure: scored({ mine: { KeyError: 2 } }) },
      { name: 'project-scale', measure: scored({ mine: { rsa: { files: 1, lines: 10.5 } }, other: {} }) },
    ]
    expect(rowsOf({ runId: 'a', measures })).toEqual([
      [['mine'], ['flask', '3'], ['rsa', '1'], ['Weighted average', '1.500']],
      [['mine'], ['KeyError', '2']],
      [
        ['mine', 'other'],
        ['rsa', '1 file, 10.500 lines', '–'],
      ],
    ])
  })

  it('leave out a measure of another shape, and a table without a row', () => {
    const errors = [{ name: 'error-types', measure: scored({ mine: {} }) }]
    expect(rowsOf({ runId: 'a', measures: errors })).toEqual([])
    expect(rowsOf({ runId: 'a', measures: passed({ broken: true }) })).toEqual([])
  })

  it('name a column with its run if several runs have it', () => {
    const of = (count: number) => ({ average: count, missions: { rsa: { lines: 3, passed: count } } })
    expect(
      rowsOf(
        { runId: 'a', measures: passed({ mine: of(1), other: of(2) }) },
        { runId: 'b', measures: passed({ mine: of(3) }) },
      ),
    ).toEqual([
      [
        ['mine (a)', 'other', 'mine (b)'],
        ['rsa', '1', '2', '3'],
        ['Weighted average', '1', '2', '3'],
      ],
    ])
  })

  it('mark numbers that unjudged tests make lower bounds', () => {
    const missions = { rsa: { lines: 1, passed: 2, unjudged: 1 }, flask: { lines: 1, passed: 4 } }
    expect(rowsOf({ runId: 'a', measures: passed({ mine: { average: 3, missions } }) })).toEqual([
      [['mine'], ['flask', '4'], ['rsa', '≥ 2'], ['Weighted average', '≥ 3']],
    ])
  })
})
