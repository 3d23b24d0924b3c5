import { expect, it } from 'vitest'
import { publishedTables } from '../../../harness/reporters/html/published-tables.ts'

it('shows the measures of a paper as its tables', () => {
  const scored = (detail: unknown) => ({ scored: true as const, value: 1, detail })
  const tables = publishedTables([
    {
      name: 'weighted-average',
      measure: scored({
        mine: { average: 1.5, missions: { rsa: { lines: 300, passed: 1 }, flask: { lines: 9, passed: 3 } } },
      }),
    },
    { name: 'error-types', measure: scored({ mine: { KeyError: 2 } }) },
    { name: 'project-scale', measure: scored({ mine: { rsa: { files: 1, lines: 10.5 } }, other: {} }) },
  ])
  expect(tables.map(({ rows }) => rows.map(({ name, cells }) => [name, ...cells]))).toEqual([
    [
      ['flask', '3'],
      ['rsa', '1'],
      ['Weighted average', '1.500'],
    ],
    [['KeyError', '2']],
    [['rsa', '1 files, 10.500 lines', '–']],
  ])
  expect(publishedTables([{ name: 'weighted-average', measure: scored({ broken: true }) }])).toEqual([])
})
