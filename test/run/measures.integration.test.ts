/** Measures of a user's scorers: made again if they are missing, and named if there are none. */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { measuresRecordSchema, summarySchema } from '../../harness/contracts/schema.ts'
import { builtInBenchmark, selectMissions } from '../../harness/benchmarks/index.ts'
import type { Scorer } from '../../harness/contracts/types.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { measureRun, measuredOf, perAgent } from '../../harness/run/measures.ts'
import { RunStore } from '../../harness/store/store.ts'
import { keyOf, recordOf, runOf, temporaryFolder } from '../helpers.ts'
import { OWN_FLAGS, pe } from '../own.ts'

const BROKEN = `export default { name: 'broken', over: 'trial', score() { throw new Error('of my \\u001b[2Jown') } }\n`

it('what a killed harness left unmeasured is measured by a resumed run; a scorer without a measure is named', async () => {
  await using folder = await temporaryFolder()
  await writeFile(folder.file('broken.mjs'), BROKEN)
  await writeFile(
    folder.file('works.mjs'),
    BROKEN.replace('broken', 'works').replace(/\{ throw .*\}/, '{ return { scored: true, value: 1 } } }'),
  )
  const scorers = ['broken', 'works'].flatMap((name) => ['--scorer', folder.file(`${name}.mjs`)])
  const out = ['--out', folder.file('reports')]
  const ran = await pe(['run', ...OWN_FLAGS, ...scorers, '--agent', 'canonical', '--missions', 'sum', ...out])
  expect(ran.exitCode, ran.stderr).toBe(0)
  expect(ran.stdout).toMatch(/^Unmeasured for 1 of 1 trials: broken: .*broken\.mjs: score\(\): of my own$/m)

  expect(ran.stdout).toMatch(/^measures of canonical, .*mean +trials\n.*\nworks +1 +1$/m)

  const [id = ''] = await readdir(folder.file('reports'))
  const [trial = ''] = await readdir(folder.file('reports', id, 'trials'))
  const file = folder.file('reports', id, 'trials', trial, 'measures.json')
  const before = measuresRecordSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  expect(before.measures.map(({ name, measure }) => [name, measure.scored])).toEqual([
    ['broken', false],
    ['works', true],
  ])
  await rm(file)
  const resumed = await pe(['run', '--resume', id, ...out, '--json'])
  expect(resumed.exitCode, resumed.stderr).toBe(0)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(before)
  const summary = summarySchema.parse(JSON.parse(resumed.stdout))
  expect(summary.unmeasured).toMatchObject([{ scorer: 'broken', trials: 1 }])
  expect(summary.measured).toMatchObject([
    { name: 'works', agent: 'canonical', value: 1, trials: 1 },
    { name: 'mean-bytes', unit: 'B', better: 'lower' },
  ])
}, 120_000)

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
