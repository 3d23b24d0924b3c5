import { describe, expect, it } from 'vitest'
import { runRecordSchema, trialRecordSchema } from '../../harness/contracts/schema.ts'
import { readRun, readSummary, readTrials } from '../../harness/store/read.ts'
import { syntheticRun, writeSyntheticRun, type Size } from '../../scripts/synthetic.ts'
import { runModule, temporaryFolder } from '../helpers.ts'

const SIZE: Size = {
  missions: 5,
  agents: 2,
  variants: ['L1.direct', 'L1.cascade', 'L3.direct'],
  samples: 3,
  testcodes: 4,
  seed: 1,
}

describe('a synthetic run', () => {
  it('fits the schemas, is read back unchanged, and is the same for the same seed', async () => {
    const { run, trials } = syntheticRun(SIZE)
    expect(runRecordSchema.parse(run)).toEqual(run)
    // Level 3 exists in direct mode only.
    expect(trials).toHaveLength(5 * 2 * 3 * 3)
    for (const trial of trials) expect(trialRecordSchema.parse(trial)).toEqual(trial)
    expect(syntheticRun(SIZE)).toEqual({ run, trials })
    await using folder = await temporaryFolder()
    const written = await writeSyntheticRun(folder.path, { run, trials })
    const read = await readRun(written)
    expect(read).toEqual(run)
    expect(await readTrials(written, read)).toEqual(trials)
    expect((await readSummary(written))?.groups).toHaveLength(6)
  })

  it('is read with far fewer open files than it has trials', async () => {
    await using folder = await temporaryFolder()
    const written = await writeSyntheticRun(folder.path, syntheticRun({ ...SIZE, missions: 40, testcodes: 1 }))
    const code = `
      import { readRun, readTrials } from 'HARNESS/store/read.ts'
      const run = await readRun(${JSON.stringify(written)})
      console.log((await readTrials(${JSON.stringify(written)}, run)).length)`
    const { stdout, stderr } = await runModule(code, ['bash', '-c', 'ulimit -n 128; exec "$@"', 'bash'])
    expect({ stdout, stderr }).toEqual({ stdout: '720', stderr: '' })
  })
})
