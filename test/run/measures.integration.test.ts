/** Measures of a user's scorers: made again if they are missing, and named if there are none. */
import { expect, it } from 'vitest'
import { builtInBenchmark, selectMissions } from '../../harness/benchmarks/index.ts'
import type { Scorer } from '../../harness/contracts/types.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { measureRun, measuredOf, perAgent } from '../../harness/run/measures.ts'
import { RunStore } from '../../harness/store/store.ts'
import { keyOf, recordOf, runOf, temporaryFolder } from '../helpers.ts'

/** Measures a run with one trial of each agent. */
async function measuredWith(scorers: readonly Scorer[], agents: readonly string[]) {
  await using folder = await temporaryFolder()
  const benchmark = builtInBenchmark()
  const [mission] = await selectMissions(benchmark, ['todo'])
  if (!mission) throw new Error('the mission is built in')
  const keys = agents.map((agent) => keyOf({ agent, mission: 'todo' }))
  const trials = keys.map((key) => recordOf(key, []))
  await using store = await RunStore.create(folder.path, runOf(keys), new Redactor())
  const measuring = {
    store: (key: (typeof keys)[number]) => store.trial(key),
    benchmark,
    mission: () => mission,
    scorers,
  }
  await measureRun(measuring, store, trials)
  return { record: await store.readMeasures(), measured: await measuredOf(measuring, store, trials) }
}

it('the published measures of a run with several agents are those of each agent', async () => {
  const names: Scorer = {
    name: 'letters',
    over: 'run',
    score: ({ trials }) => {
      const text = trials.map(({ record }) => record.trial.agent).join('')
      return { scored: true, value: text.length, unit: 'letters', detail: text }
    },
  }
  const several = await measuredWith(perAgent([names]), ['a', 'bcd'])
  expect(several.measured).toEqual([
    { name: 'letters', agent: 'a', value: 1, unit: 'letters' },
    { name: 'letters', agent: 'bcd', value: 3, unit: 'letters' },
  ])
  expect(several.record?.measures).toMatchObject([{ measure: { value: 4, detail: 'abcd' } }])
  expect(several.record?.agents?.['bcd']).toEqual([
    { name: 'letters', measure: { scored: true, value: 3, unit: 'letters' } },
  ])

  const single = await measuredWith(perAgent([names]), ['bcd'])
  expect(single.measured).toEqual([{ name: 'letters', value: 3, unit: 'letters' }])
  expect(single.record).not.toHaveProperty('agents')
  // A scorer of the user is given the whole run, once.
  expect((await measuredWith([names], ['a', 'bcd'])).measured).toMatchObject([{ name: 'letters', value: 4 }])
})
