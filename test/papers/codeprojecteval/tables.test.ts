import { describe, expect, it } from 'vitest'
import { allTables, numberedTables } from '../../../harness/commands/tables.ts'
import type { Similarity, Status } from '../../../harness/contracts/schema.ts'
import type { RunData } from '../../../harness/lib/statistics/sides.ts'
import { codeprojecteval } from '../../../harness/papers/codeprojecteval/index.ts'
import { calibrateLibrary } from '../../../harness/trial/calibration/calibrate.ts'
import { keyOf, recordOf, runOf, verdictOf } from '../../helpers.ts'

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
    expect(table?.columns.map(({ name }) => name)).toEqual(['#LOC', '#Tests', 'a', 'b'])
    expect(table?.rows).toEqual([
      { name: 'hone', cells: [null, 3, 3, 0] },
      { name: 'lice', cells: [null, 3, 1, null] },
      { name: 'SUM', cells: [null, 6, 4, 0] },
      { name: 'AVGweighted', cells: [null, null, null, null] },
    ])
    expect(table?.notes.at(-1)).toContain('no #LOC')
  })

  it('weigh the tests by the lines of the reference', () => {
    const lines: Readonly<Record<string, number>> = { hone: 300, lice: 100 }
    const missions = data.run.benchmark.missions.map((mission) => ({
      ...mission,
      details: { lines: lines[mission.id] ?? 0, files: 2 },
    }))
    const sized = { ...data, run: { ...data.run, benchmark: { ...data.run.benchmark, missions } } }
    const table = found(sized, '3')
    expect(table?.rows.map(({ cells }) => cells[0])).toEqual([300, 100, null, null])
    // (300 · 3 + 100 · 1) / 400; b was judged on hone alone.
    expect(table?.rows.at(-1)?.cells).toEqual([null, null, '2.50', '0.00'])
    expect(table?.notes).toHaveLength(1)
  })

  it('count each type of error once in a repository', () => {
    const [first, ...others] = data.trials
    if (!first) throw new Error('there is a trial')
    const verdicts = ['TypeError: no', 'TypeError: other', 'assert 1 == 2'].map((reason, index) =>
      verdictOf(`t${String(index)}`, 'failed', { reason }),
    )
    const table = found({ ...data, trials: [{ ...first, verdicts }, ...others] }, 'fig5')
    expect(table?.rows).toEqual([
      { name: 'AssertionError', cells: [1, 1] },
      { name: 'TypeError', cells: [1, 0] },
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
