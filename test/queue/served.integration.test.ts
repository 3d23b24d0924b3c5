import { papers } from '../papers.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import type { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { SCHEMA_VERSION } from '../../harness/contracts/schema.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { RUNS, runKey } from '../../harness/run/queue/keys.ts'
import type { SeenWorker } from '../../harness/run/queue/census.ts'
import { arrivalLines, deathLines, labelsOf, untakenLines } from '../../harness/run/queue/labels.ts'
import { ServedRuns } from '../../harness/run/queue/served-runs.ts'
import { QUEUE_VERSION, type QueueRun } from '../../harness/run/queue/shapes.ts'
import { openUploadServer } from '../../harness/run/queue/upload-server.ts'
import { keyOf, runOf, temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'

const OWN = String(QUEUE_VERSION)
const RUN: QueueRun = {
  queueVersion: QUEUE_VERSION,
  schemaVersion: SCHEMA_VERSION,
  runId: 'run',
  pe: '1.2.3',
  suite: 'digest',
  missions: ['one'],
  agents: [{ name: 'null', spec: 'null' }],
  routes: [{ name: 'route-0', labels: ['sandbox=process'] }],
  transport: { kind: 'http', url: 'http://127.0.0.1:1' },
  limits: {},
  cache: 'none',
  lease: 30,
  deaths: 3,
}

async function describeRun(redis: Redis, run: object | string): Promise<void> {
  await redis.set(runKey('run', 'meta'), typeof run === 'string' ? run : JSON.stringify(run))
  await redis.sadd(RUNS, 'run')
}

describe('a worker', await needs('redis'), () => {
  it('refuses each run that it cannot serve in one line, and looks again when its description changes', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const said: string[] = []
    const runs = (uploadToken?: string) =>
      new ServedRuns({
        papers,
        ...{ redis: redis.client, pe: '1.2.3', labels: ['sandbox=process'], uploadToken, redactor: new Redactor() },
        say: (line) => said.push(line),
      })
    await using worker = runs()
    const look = () => worker.look(new Set(), () => Promise.resolve())
    const refused: [object | string, string][] = [
      ['{', 'the description of the run is no JSON object'],
      ['"run"', 'the description of the run is no JSON object'],
      [{ ...RUN, pe: '1.2.2' }, `the run was planned by pe 1.2.2 (queue ${OWN}), and this is pe 1.2.3 (queue ${OWN})`],
      [{ ...RUN, queueVersion: 0 }, 'the run was planned by pe 1.2.3 (queue 0)'],
      [{ ...RUN, schemaVersion: 1 }, 'the description of the run is of another schema: schemaVersion'],
      [{ ...RUN, deaths: 'many' }, 'the description of the run is of another schema: deaths'],
      [RUN, 'the run takes uploads, and PE_UPLOAD_TOKEN is not set here'],
      [
        { ...RUN, transport: { kind: 'folder', folder: folder.path, mark: 'mark' } },
        `the folder of the run, ${folder.path}, is not on a disk of this machine`,
      ],
    ]
    for (const [run, why] of refused) {
      said.length = 0
      await describeRun(redis.client, run)
      await look()
      await look()
      expect([said, worker.refuses]).toEqual([
        [expect.stringContaining(`takes no trial of run run: ${why}`)],
        { run: expect.stringContaining(why) as string },
      ])
      expect([...worker.values()]).toEqual([])
    }
    await mkdir(folder.file('queue'))
    await writeFile(folder.file('queue', 'mark'), 'other mark')
    await describeRun(redis.client, { ...RUN, transport: { kind: 'folder', folder: folder.path, mark: 'other mark' } })
    await look()
    expect([...worker.values()].map(({ run }) => run.transport)).toMatchObject([{ mark: 'other mark' }])
    expect(worker.refuses).toEqual({})
    await redis.client.srem(RUNS, 'run')
    await look()
    expect([...worker.values()]).toEqual([])
  })

  it('sends results to where the coordinator is now', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const setup = { host: '127.0.0.1', port: 0, folder: folder.path, token: 'token', hasTrial: () => true }
    await using before = await openUploadServer(setup)
    await using now = await openUploadServer(setup)
    const [first, second] = [before, now].map(({ port }) => ({ kind: 'http', url: `http://127.0.0.1:${String(port)}` }))
    await using worker = new ServedRuns({
      papers,
      ...{ redis: redis.client, pe: '1.2.3', labels: ['sandbox=process'], uploadToken: 'token' },
      ...{ redactor: new Redactor(), say: () => undefined },
    })
    await describeRun(redis.client, { ...RUN, transport: first })
    await worker.look(new Set(), () => Promise.resolve())
    const [served] = [...worker.values()]
    if (!served) throw new Error('the run is served')
    await describeRun(redis.client, { ...RUN, transport: second })
    expect(await served.uploadUrl()).toBe(second?.url)
    // Its trials that are under way end in the run as it was; new ones are taken from the run as it is.
    await worker.look(new Set([served]), () => Promise.resolve())
    expect([...worker.values()].map(({ run }) => run.transport)).toEqual([second])
  })
})

describe('labels', () => {
  const worker = (id: string, changes: Partial<SeenWorker> = {}): SeenWorker => ({
    ...{ id, host: 'h', pid: 1, pe: '1.2.3', labels: ['browser', 'sandbox=process'], concurrency: 1, load: 0 },
    ...{ draining: false, lease: 30, silent: 0, dead: false, ended: 0, refuses: {}, trials: [], ...changes },
  })
  const waiting = [
    { route: { name: 'route-0', labels: ['sandbox=process'] }, trials: ['a'] },
    { route: { name: 'route-1', labels: ['gpu', 'sandbox=process'] }, trials: ['b', 'c'] },
  ]

  it('send websites to machines with a browser, and windows to machines that can show them', () => {
    const key = keyOf()
    const { benchmark, ...record } = runOf([key])
    const labels = (kind: 'website' | 'desktop' | 'console') =>
      labelsOf(
        { ...record, benchmark: { ...benchmark, missions: benchmark.missions.map((each) => ({ ...each, kind })) } },
        key,
        [],
      )
    expect(labels('website')).toEqual(['browser', 'sandbox=process'])
    expect(labels('desktop')).toEqual(['desktop', 'sandbox=process'])
    expect(labels('console')).toEqual(['sandbox=process'])
  })

  it('name the trials that no worker can take', () => {
    expect(untakenLines(waiting, [worker('w'), worker('g', { labels: ['gpu', 'sandbox=process'] })], 'run')).toEqual([])
    expect(untakenLines(waiting, [worker('w')], 'run')).toEqual([
      'nobody can take b and 1 more trials: a worker needs gpu, sandbox=process; the workers have browser, sandbox=process',
    ])
    const [large, small] = [worker('l', { labels: ['gpu'] }), worker('s', { labels: ['sandbox=process'] })]
    expect(untakenLines(waiting.slice(1), [large, small, small], 'run')).toEqual([
      'nobody can take b and 1 more trials: a worker needs gpu, sandbox=process; the workers have gpu; or sandbox=process',
    ])
    const none = [worker('old', { refuses: { run: 'another version' } }), worker('gone', { dead: true })]
    expect(untakenLines(waiting, none, 'run')).toEqual([
      'old: another version',
      'nobody can take a: a worker needs sandbox=process; no worker serves this run',
      'nobody can take b and 1 more trials: a worker needs gpu, sandbox=process; no worker serves this run',
    ])
    expect(untakenLines(waiting.slice(0, 1), [...none, worker('going', { draining: true })], 'run').at(-1)).toBe(
      'nobody can take a: a worker needs sandbox=process; no worker takes trials (1 is draining)',
    )
  })

  it('name the worker that has come for trials that no worker could take', () => {
    const before = new Set(['route-0', 'route-1'])
    expect(arrivalLines(before, waiting, [worker('going', { draining: true })], 'run')).toEqual([])
    expect(arrivalLines(before, waiting, [worker('w')], 'run')).toEqual(['worker w can take a'])
    expect(arrivalLines(new Set(), waiting, [worker('w')], 'run')).toEqual([])
  })

  it('a worker that has died is named with the trials that others get', () => {
    const trial = (id: string, run = 'run') => ({ run, trial: id, stage: 'judging', seconds: 5, quiet: 1 })
    const trials = [trial('a'), trial('ended'), trial('c', 'another run')]
    expect(deathLines([worker('w', { trials })], 'run', new Set(['a', 'b']))).toEqual([])
    expect(deathLines([worker('w', { trials, dead: true })], 'run', new Set(['a', 'b']))).toEqual([
      'worker w counts as dead: no sign of life for 30 s; other workers get its trials: a',
    ])
  })
})
