import { describe, expect, it } from 'vitest'
import { allTables, numberedTables } from '../../../harness/commands/tables.ts'
import type { Similarity, Status } from '../../../harness/contracts/schema.ts'
import type { RunData } from '../../../harness/lib/statistics/sides.ts'
import { codeprojecteval } from '../../../harness/papers/codeprojecteval/index.ts'
import { calibrateLibrary } from '../../../harness/trial/calibration/calibrate.ts'
import { keyOf, recordOf, runOf } from '../../helpers.ts'

function runData(benchmark: string, statuses: Readonly<Record<string, readonly Status[]>>): RunData {
  const trials = Object.entries(statuses).map(([name, own]) => {
    const [agent = '', mission = ''] = name.split(' ')
    return recordOf(keyOf({ agent, mission }), ['passed', ...own])
  })
  const run = runOf(trials.map(({ trial }) => trial))
  return { run: { ...run, benchmark: { ...run.benchmark, name: benchmark } }, trials, similarities: [] }
}

const all = await allTables([codeprojecteval({ calibrate: calibrateLibrary })])
const found = (data: RunData, id: string) => numberedTables([data], [id], all)[0]

describe('the tables of CodeProjectEval and DevBench', () => {
  const data = runData('devbench', {
    'a lice': ['passed', 'failed', 'excluded'],
    'a hone': ['passed', 'passed', 'passed'],
    'b lice': ['unjudged', 'excluded'],
    'b hone': ['failed'],
  })

  it('have the tests passed by repository, with their sum; what nobody judged is not 0', () => {
    const table = found(data, '3')
    expect(table?.columns.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(table?.rows).toEqual([
      { name: 'hone', cells: [3, 0] },
      { name: 'lice', cells: [1, null] },
      { name: 'SUM', cells: [4, 0] },
    ])
  })

  it('have SketchBLEU in the setting of the paper', () => {
    const [first, second] = data.trials.map(({ trial }) => trial.id)
    const score = (trial = '', value: number, setting = 'paper'): Similarity => ({
      trial,
      name: 'sketchbleu',
      setting,
      value,
    })
    const similarities = [score(first, 0.5), score(first, 0.9, 'strict'), score(second, 0.75)]
    expect(found({ ...data, similarities }, '4')?.rows).toEqual([
      { name: 'hone', cells: [75, null] },
      { name: 'lice', cells: [50, null] },
      { name: 'AVG.', cells: [62.5, null] },
    ])
  })
})
