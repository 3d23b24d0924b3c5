import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { trialRecordSchema, type TrialRecord } from '../../harness/contracts/schema.ts'
import { specOf } from '../../harness/run/trial-spec.ts'
import { readRun } from '../../harness/store/read.ts'
import { temporaryFolder } from '../helpers.ts'
import { OWN_FLAGS, pe } from '../own.ts'
import { inAProcess } from './worker-cases.ts'

/** The parts of a record that do not depend on the time and the machine. */
function lasting({ outcome, runnable, verdicts, suites, scoring }: TrialRecord) {
  const without = ({ testcode, status, points, suite }: TrialRecord['runnable']) => ({
    testcode,
    status,
    points,
    suite,
  })
  return { outcome, suites, scoring, verdicts: [runnable, ...verdicts].map(without) }
}

describe('a worker', () => {
  it('gives the record of the run from the spec alone, in a process that shares nothing with it', async () => {
    await using folder = await temporaryFolder()
    await pe(['run', ...OWN_FLAGS, '--agent', 'canonical', '--missions', 'sum', '--out', folder.path])
    const [id = ''] = await readdir(folder.path)
    const run = await readRun(path.join(folder.path, id))
    const [key] = run.trials
    if (!key) throw new Error('the run has no trial')
    const there = JSON.parse(
      await readFile(path.join(folder.path, id, 'trials', key.id, 'trial.json'), 'utf8'),
    ) as TrialRecord

    const spec = specOf(run, key, path.join(folder.path, id), true)
    const target = path.join(folder.path, 'elsewhere')
    const { record, events } = await inAProcess(spec, target)
    expect(lasting(record)).toEqual(lasting(there))
    const written = trialRecordSchema.parse(JSON.parse(await readFile(path.join(target, 'trial.json'), 'utf8')))
    expect(written).toEqual(record)
    expect(events.at(-1)).toEqual({ type: 'trial-end', trial: key, record })
    const told = events.filter((event) => event.type === 'verdict').map(({ verdict }) => verdict)
    expect(told).toEqual([record.runnable, ...record.verdicts])
  }, 120_000)
})
