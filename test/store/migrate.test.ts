import { papers } from '../papers.ts'
import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { exportCommand } from '../../harness/commands/export.ts'
import { compareCommand } from '../../harness/commands/compare.ts'
import { pointsFor } from '../../harness/contracts/points.ts'
import { exportSchema, type Status } from '../../harness/contracts/schema.ts'
import { STATUSES } from '../../harness/contracts/vocabulary.ts'
import { verdictsOf } from '../../harness/lib/statistics/tries.ts'
import { summarise } from '../../harness/run/summary.ts'
import { migrateFile } from '../../harness/store/json.ts'
import { readRun, readSummary, readTrials } from '../../harness/store/read.ts'
import { RunStore } from '../../harness/store/store.ts'
import { keepOutput } from '../commands/output.ts'
import { root, temporaryFolder } from '../helpers.ts'

/** A run that the version before variants wrote: two agents, levels 1 and 2, both modes. */
const STORED = path.join(root, 'test/fixtures/runs/version-1')

it('reads a run of version 1: its record, summary, trials and briefs', async () => {
  const run = await readRun(STORED)
  expect(run.schemaVersion).toBe(2)
  expect(run.settings.variants).toEqual(['L1.direct', 'L1.cascade', 'L2.direct', 'L2.cascade'])
  const trials = await readTrials(STORED, run)
  expect(trials.map(({ trial }) => trial.id)).toEqual(run.trials.map(({ id }) => id))
  for (const { trial } of trials) expect(trial.id).toContain(`.${trial.variant}.`)
  expect((await readSummary(STORED))?.groups.map(({ variant }) => variant)).toContain('L2.cascade')
})

it('gives each verdict of version 1 one point, of which only a passed one earns it', async () => {
  const trials = await readTrials(STORED, await readRun(STORED))
  const verdicts = trials.flatMap(verdictsOf)
  expect(new Set(verdicts.map(({ status }) => status))).toEqual(new Set(['passed', 'not-run']))
  for (const { status, points } of verdicts) expect(points).toEqual({ earned: status === 'passed' ? 1 : 0, of: 1 })
  const { points, score, bounds } = summarise(await readRun(STORED), trials, { folder: '', report: '', seconds: 0 })
  expect({ points, score, bounds }).toEqual({ points: { total: 48, passed: 24 }, score: 0.5, bounds: [0.5, 0.5] })
})

it('gives points to the verdicts of both attempts of a trial', () => {
  const version1 = (status: Status) => ({ testcode: 'a', status, milliseconds: 1 })
  const statuses = STATUSES.filter((status) => status !== 'partial')
  const migratedTrial = migrateFile({
    schemaVersion: 1,
    trial: { level: 1, mode: 'direct' },
    runnable: version1('passed'),
    verdicts: statuses.map(version1),
    attempts: [{ outcome: 'judged', points: statuses.map(version1) }, { outcome: 'unjudged' }],
  })
  const expected = statuses.map((status) => ({ ...version1(status), points: pointsFor(status, 1) }))
  expect(migratedTrial).toEqual({
    schemaVersion: 2,
    trial: { variant: 'L1.direct' },
    runnable: { ...version1('passed'), points: { earned: 1, of: 1 } },
    verdicts: expected,
    attempts: [{ outcome: 'judged', points: expected }, { outcome: 'unjudged' }],
  })
})

it('resumes, exports and compares it', async () => {
  await using folder = await temporaryFolder()
  await cp(STORED, folder.file('version-1'), { recursive: true })
  {
    await using store = await RunStore.resume(folder.file('version-1'))
    const [first] = store.record.trials
    if (!first) throw new Error('the run has trials')
    expect((await store.trial(first).readBrief())?.input).toMatchObject({ type: 'prompt' })
    const checklist = store.record.trials.find(({ variant }) => variant === 'L2.direct')
    expect(checklist && (await store.trial(checklist).readBrief())?.input.type).toBe('checklist')
    expect(await store.trial(first).readProject()).toBeDefined()
    expect(await store.trial(first).readAnswers()).toBeDefined()
  }
  const to = folder.file('run.json')
  await exportCommand({ run: 'version-1', out: folder.path, format: 'json', to }, papers)
  expect(exportSchema.parse(JSON.parse(await readFile(to, 'utf8'))).trials).toHaveLength(8)
  const output = keepOutput()
  await compareCommand({
    ...{
      runs: ['version-1'],
      out: folder.path,
      agents: undefined,
      by: undefined,
      failIf: [],
      force: false,
      json: false,
    },
  })
  expect(output.stdout).toContain('canonical')
})

it('leaves everything else as it is', () => {
  const untouched = [null, 7, 'text', [1], { schemaVersion: 2, trial: { level: 1, mode: 'direct' } }, { level: 1 }]
  for (const value of untouched) expect(migrateFile(value)).toBe(value)
  const answers = { schemaVersion: 1, answers: { a: { level: 1, mode: 'direct' } } }
  expect(migrateFile(answers)).toEqual({ ...answers, schemaVersion: 2 })
})
