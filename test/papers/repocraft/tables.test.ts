import { expect, it } from 'vitest'
import { allTables, numberedTables } from '../../../harness/commands/tables.ts'
import type { MeasureRow } from '../../../harness/contracts/schema.ts'
import { repocraft } from '../../../harness/papers/repocraft/index.ts'
import { keyOf, recordOf, runOf } from '../../helpers.ts'

const all = await allTables([repocraft])

/** A run of these libraries. */
function runData(libraries: readonly string[]) {
  const trials = libraries.map((mission) => recordOf(keyOf({ agent: 'a', mission }), ['passed']))
  const run = runOf(trials.map(({ trial }) => trial))
  return { run: { ...run, benchmark: { ...run.benchmark, name: 'repocraft' } }, trials, similarities: [] }
}

it('the tables have the measures of all libraries, and of each', () => {
  const data = runData(['HttpEasy', 'TableKit'])
  const [first = '', second = ''] = data.trials.map(({ trial }) => trial.id)
  const measures: MeasureRow[] = [
    { trial: first, name: 'lexical-coverage', value: 50 },
    { trial: second, name: 'lexical-coverage', value: 70 },
    { trial: first, name: 'source-files', value: 4 },
    { trial: second, name: 'pass-rate', value: null },
  ]
  const found = (id: string) => numberedTables([{ ...data, measures }], [id], all)[0]
  expect(found('2')?.rows).toEqual([{ name: 'a', cells: [60, null, null, null, 4, null, null] }])
  expect(found('2')?.notes[0]).toContain('--embedder transformers')
  expect(found('23')?.rows.map(({ name, cells }) => [name, cells[0]])).toEqual([
    ['a, HttpEasy', 50],
    ['a, TableKit', 70],
  ])
})
