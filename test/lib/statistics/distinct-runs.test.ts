import { expect, it } from 'vitest'
import { copiedNotes, distinctRuns } from '../../../harness/lib/statistics/distinct-runs.ts'
import { keyOf, recordOf, runOf } from '../../helpers.ts'

it('a run and the copies of its folder are one run, with the trials of the copy that has most', () => {
  const keys = [keyOf({ sample: 1 }), keyOf({ sample: 2 })]
  const run = (runId: string, ended: number) => ({
    run: runOf(keys, { runId }),
    trials: keys.slice(0, ended).map((key) => recordOf(key, [])),
    similarities: [],
  })
  const distinct = distinctRuns([run('a', 1), run('b', 2), run('a', 2)])
  expect(distinct.runs.map((each) => [each.run.runId, each.trials.length])).toEqual([
    ['a', 2],
    ['b', 2],
  ])
  expect(copiedNotes(distinct)).toEqual(['Given several times and counted once: a.'])
  expect(copiedNotes(distinctRuns([run('a', 1), run('b', 2)]))).toEqual([])
})
