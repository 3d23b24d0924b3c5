import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { trialSpecSchema, trialRecordSchema, type TrialRecord } from '../../harness/contracts/schema.ts'
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
  it('refuses a spec of another mission, or something that is no spec, and says so', async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, 'benchmark.ts')
    await writeFile(file, await readFile(OWN_FLAGS[1] ?? '', 'utf8'))
    await pe(['run', '--benchmark', file, ...OWN_FLAGS.slice(2), '--agent', 'null', '--out', folder.path])
    const id = (await readdir(folder.path)).find((name) => name.startsWith('20')) ?? ''
    const run = await readRun(path.join(folder.path, id))
    const [key] = run.trials
    if (!key) throw new Error('the run has no trial')
    const spec = specOf(run, key, path.join(folder.path, id), true)
    await writeFile(file, (await readFile(file, 'utf8')).replace('Sort lines', 'Sort all lines'))
    const changed = await inAProcess(spec, path.join(folder.path, 'changed'))
    expect(changed.exitCode).toBe(1)
    expect(changed.stderr).toContain('is not the one that trial')
    const wrong = await inAProcess({ ...spec, settings: {} }, path.join(folder.path, 'wrong'))
    expect(wrong.stderr).toContain('this is no spec of a trial: settings.sandbox')
  }, 120_000)

  it('is sent no key: a spec has only what a run records', async () => {
    await using folder = await temporaryFolder()
    const model = ['--agent', 'openai:nothing', '--base-url', 'http://127.0.0.1:9/v1', '--agent-option', 'retries=0']
    const env = { OPENAI_API_KEY: 'sk-live-0123456789abcdef' }
    await pe(['run', ...OWN_FLAGS, ...model, '--out', folder.path], { env })
    const [id = ''] = await readdir(folder.path)
    const run = await readRun(path.join(folder.path, id))
    for (const key of run.trials) {
      const spec = specOf(run, key, path.join(folder.path, id), true)
      expect(JSON.stringify(spec)).not.toContain('0123456789abcdef')
      expect(trialSpecSchema.parse(JSON.parse(JSON.stringify(spec)))).toEqual(spec)
    }
    expect(run.trials.length).toBeGreaterThan(0)
  }, 120_000)

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
