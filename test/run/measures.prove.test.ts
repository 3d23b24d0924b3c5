/** Measures of a user's scorers: the other cases of measures.integration.test.ts. */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { measuresRecordSchema, summarySchema } from '../../harness/contracts/schema.ts'
import { temporaryFolder } from '../helpers.ts'
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
