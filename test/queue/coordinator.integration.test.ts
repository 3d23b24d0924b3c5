import { randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, symlink } from 'node:fs/promises'
import { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import type { RunRecord, TrialSpec } from '../../harness/contracts/schema.ts'
import type { TrialEvent } from '../../harness/contracts/types.ts'
import { Coordinator, type QueueOptions } from '../../harness/run/queue/coordinator.ts'
import { workersIn } from '../../harness/run/queue/census.ts'
import { PREFIX, RUNS, WORKERS, queueName, runKey, workerKey } from '../../harness/run/queue/keys.ts'
import { sharedBudget } from '../../harness/run/queue/shared-client.ts'
import type { Commit } from '../../harness/run/queue/shapes.ts'
import { seal, stagingFolder } from '../../harness/run/queue/staging.ts'
import { digestOfSpec, specOf } from '../../harness/run/trial-spec.ts'
import { MACHINES, readMachines } from '../../harness/store/read.ts'
import { keyOf, recordOf, runOf, temporaryFolder, until, writeTree } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'

const PRICE = { input: 1, output: 1 }

/** A coordinator in this process, of a run with one trial. */
function coordinated(redis: Redis, folder: string, changes: Partial<QueueOptions> = {}) {
  const record = runOf([keyOf()])
  const said: string[] = []
  const stop = new AbortController()
  const events: TrialEvent[] = []
  const follow = async (): Promise<unknown> => {
    await using coordinator = new Coordinator(
      { record, folder, pe: '1.2.3' },
      {
        ...{ redis, runId: record.runId, needs: [], limits: { cost: undefined, tokens: 100_000 }, cache: 'none' },
        ...{ lease: 30, deaths: 3, watchdog: 600, requeue: false, clean: (text) => text },
        say: (line) => said.push(line),
        ...changes,
      },
      record.trials.map((key) => specOf(record, key, folder, true)),
      (event) => events.push(event),
      stop.signal,
    )
    return await coordinator.follow()
  }
  const ended = follow()
  // A test may look at it later.
  ended.catch(() => undefined)
  return {
    ...{ record, said, events, stop, ended },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await ended.catch(() => undefined)
    },
  }
}

/** The keys of queued trials. */
async function queuedIn(redis: Redis, { trials: [trial] }: RunRecord): Promise<string[]> {
  return (await redis.keys('pe-queue:*')).filter((key) => key.endsWith(`:${trial?.id ?? ''}`))
}

/** The first trial, with its lock, as a worker takes it. */
async function takenTrial(redis: Redis, runId: string) {
  const worker = new Worker<TrialSpec>(queueName(runId, 'route-0'), null, {
    ...{ connection: redis, prefix: PREFIX, autorun: false },
  })
  worker.on('error', () => undefined)
  const token = randomUUID()
  const job = await worker.getNextJob(token, { block: false })
  return { worker, job, token }
}

describe('a coordinator', await needs('redis'), () => {
  it('announces its run again, with the budget spent and the trials, when Redis has lost everything', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using run = coordinated(redis.client, folder.path)
    const { runId } = run.record
    const known = () => readFile(folder.file('queue/budget.json'), 'utf8').catch(() => '')
    const isQueued = async () => (await queuedIn(redis.client, run.record)).length === 1
    await until(isQueued, 'the trial is queued')
    const meta = await redis.client.get(runKey(runId, 'meta'))
    const budget = sharedBudget(redis.client, { runId, limits: { tokens: 100_000 } })
    await (await budget.reserve({ input: 500, output: 500 }, PRICE)).settle(null)
    await until(async () => (await known()).includes('1000'), 'the coordinator has noted the budget')
    await redis.client.flushall()
    // Of another worker: the first one may have died.
    await sharedBudget(redis.client, { runId, limits: { tokens: 100_000 } }).reserve({ input: 0, output: 10 }, PRICE)
    // Redis may lose everything in the middle of a look: then the trial is queued again first, and the next look does the rest.
    await until(async () => (await redis.client.get(runKey(runId, 'meta'))) === meta, 'the run is announced again')
    await until(isQueued, 'the trial is queued again')
    await until(async () => (await redis.client.smembers(RUNS)).includes(runId), 'workers can find the run')
    expect((await budget.state()).tokens).toBe(1010)
    await until(() => run.said.includes('Redis has lost data of this run: its trials are queued again'), 'it is said')
  })

  it('restores what a stopped run has spent, when Redis has lost everything meanwhile', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    {
      await using run = coordinated(redis.client, folder.path)
      const { runId } = run.record
      await until(async () => (await queuedIn(redis.client, run.record)).length === 1, 'the trial is queued')
      await sharedBudget(redis.client, { runId, limits: { tokens: 100_000 } }).reserve({ input: 1, output: 2 }, PRICE)
    }
    expect(await readdir(folder.file('queue'))).toEqual(['budget.json'])
    await redis.client.flushall()
    await using run = coordinated(redis.client, folder.path)
    const budget = sharedBudget(redis.client, { runId: run.record.runId, limits: {} })
    await until(async () => (await budget.state()).tokens === 3, 'the budget is restored')
  })

  it('neither writes nor removes anything through a link in its place', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await writeTree(folder.path, { 'precious/a.txt': 'a', 'run/run.json': '{}' })
    await symlink(folder.file('precious'), folder.file('run', 'queue'))
    {
      await using run = coordinated(redis.client, folder.file('run'))
      await expect(run.ended).rejects.toThrow(/run\/queue is no folder, but a link or a file: remove it/)
    }
    expect(await readdir(folder.file('precious'))).toEqual(['a.txt'])
  })

  it('says in one run nothing of the limits of an earlier one', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const known = { parts: { a: [0, 5, 0, 0] }, stopped: 'the next call could exceed --max-tokens 4' }
    await writeTree(folder.path, { 'queue/budget.json': JSON.stringify(known) })
    await redis.client.hset(runKey(runOf([keyOf()]).runId, 'budget'), 'stopped', known.stopped)
    await using run = coordinated(redis.client, folder.path)
    await until(async () => (await queuedIn(redis.client, run.record)).length === 1, 'the trial is queued')
    const budget = sharedBudget(redis.client, { runId: run.record.runId, limits: {} })
    expect(await budget.state()).toEqual({ cost: 0, tokens: 5, stopped: undefined })
  })

  it('keeps what was spent if a trial is left to a later start of the run', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using run = coordinated(redis.client, folder.path)
    const { runId, trials } = run.record
    await until(async () => (await queuedIn(redis.client, run.record)).length === 1, 'the trial is queued')
    await sharedBudget(redis.client, { runId, limits: { tokens: 100_000 } }).reserve({ input: 1, output: 2 }, PRICE)
    const { worker, job, token } = await takenTrial(redis.client, runId)
    const staged = stagingFolder(folder.path, trials[0]?.id ?? '', token)
    await writeTree(staged, { 'events.jsonl': '' })
    const { digest } = await seal(staged)
    const commit: Commit = {
      ...{ kind: 'pending', reason: 'the budget is spent', token, digest, spec: digestOfSpec(job.data) },
      ...{ worker: 'w', host: 'h', seconds: 1 },
    }
    await job.moveToCompleted(commit, token, false)
    await worker.close(true)
    await run.ended
    expect(await readdir(folder.file('queue'))).toEqual(['budget.json'])
    expect((await sharedBudget(redis.client, { runId, limits: {} }).state()).tokens).toBe(3)
  })

  it('does not continue a run whose spent budget cannot be read', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await writeTree(folder.path, { 'queue/budget.json': '{"parts":{"a":[-1,0,0,0]}}' })
    await using run = coordinated(redis.client, folder.path)
    await expect(run.ended).rejects.toThrow(/queue\/budget.json does not say what the run has spent: restore it/)
  })

  it.each([
    ['is stopped', 'stopped'],
    ['cannot write into the folder of the run', 'failed'],
  ] as const)('loses no result that a worker has committed when it %s', async (_, how) => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using run = coordinated(redis.client, folder.path)
    const { runId, trials } = run.record
    await until(async () => (await queuedIn(redis.client, run.record)).length === 1, 'the trial is queued')
    const { worker, job, token } = await takenTrial(redis.client, runId)
    const staged = stagingFolder(folder.path, trials[0]?.id ?? '', token)
    const trial = trials[0] ?? keyOf()
    const record = recordOf(trial, ['passed'])
    await writeTree(staged, {
      'trial/trial.json': JSON.stringify(record),
      'events.jsonl': `${JSON.stringify({ type: 'trial-end', trial, record })}\n`,
    })
    const { digest } = await seal(staged)
    const commit: Commit = {
      ...{ kind: 'ended', token, digest, spec: digestOfSpec(job.data), worker: 'w', host: 'h', seconds: 1 },
    }
    // The list of machines is a folder: no line can be added.
    if (how === 'failed') await mkdir(folder.file(MACHINES))
    else run.stop.abort()
    await job.moveToCompleted(commit, token, false)
    await worker.close(true)
    if (how === 'failed') await expect(run.ended).rejects.toThrow('EISDIR')
    else await run.ended
    expect(await redis.client.smembers(RUNS)).toEqual([])
    if (how === 'failed') expect(await queuedIn(redis.client, run.record)).toHaveLength(1)
    else expect(await readMachines(folder.path)).toHaveLength(1)
    expect((await readdir(folder.path)).includes('queue')).toBe(how === 'failed')
  })

  it('lets what is left of a stopped run expire, and of a run that was never stopped', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    // An earlier part of the run has spent something.
    const { runId } = runOf([keyOf()])
    await sharedBudget(redis.client, { runId, limits: { tokens: 100_000 } }).reserve({ input: 500, output: 500 }, PRICE)
    await using run = coordinated(redis.client, folder.path)
    await until(async () => (await queuedIn(redis.client, run.record)).length === 1, 'the trial is queued')
    const lasting = async () => {
      const keys = (await redis.client.keys('pe*')).filter((key) => key !== RUNS && key.includes(runId))
      const left = await Promise.all(keys.map(async (key) => [key, await redis.client.ttl(key)] as const))
      return left.filter(([, seconds]) => seconds < 0).map(([key]) => key)
    }
    await until(async () => (await lasting()).length === 0, 'everything of a run that is served expires', 20_000)
    run.stop.abort()
    await run.ended
    const kept = await redis.client.keys('pe*')
    expect(kept.toSorted()).toEqual([runKey(runId, 'budget'), runKey(runId, 'budget:reserved')])
    expect(await lasting()).toEqual([])
    expect(await redis.client.ttl(runKey(runId, 'budget'))).toBeGreaterThan(29 * 24 * 3600)
  })

  it('goes on although keys in Redis have other types, and its queue is paused', { timeout: 30_000 }, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using run = coordinated(redis.client, folder.path)
    const { runId } = run.record
    await until(async () => (await queuedIn(redis.client, run.record)).length === 1, 'the trial is queued')
    const meta = runKey(runId, 'meta')
    const before = await redis.client.get(meta)
    await redis.client.sadd(WORKERS, 'x')
    for (const key of [workerKey('x'), meta, RUNS, runKey(runId, 'budget'), runKey(runId, 'coordinator')]) {
      // At once: the coordinator may set the key again in between.
      await redis.client.multi().del(key).lpush(key, 'x').exec()
    }
    const queue = `${PREFIX}:${queueName(runId, 'route-0')}:meta`
    await redis.client.hset(queue, 'paused', '1')
    const text = () => redis.client.get(meta).catch(() => undefined)
    await until(async () => (await text()) === before, 'the run is announced again')
    await until(async () => (await redis.client.hget(queue, 'paused')) === null, 'the queue is resumed')
    const runs = () => redis.client.smembers(RUNS).catch((): string[] => [])
    await until(async () => (await runs()).includes(runId), 'workers can find the run')
    await until(() => run.said.includes('worker "x" is left out: its state has another shape'), 'it is said')
    expect(run.said).toContain('the queue of this run was paused, and is resumed')
    await redis.client.del(WORKERS)
    await redis.client.set(WORKERS, 'x')
    expect(await workersIn(redis.client)).toEqual([])
  })

  it('leaves the run to another process that has taken over', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    await using run = coordinated(redis.client, folder.path)
    await until(async () => (await queuedIn(redis.client, run.record)).length === 1, 'the trial is queued')
    await redis.client.set(runKey(run.record.runId, 'coordinator'), 'elsewhere 1 other')
    await expect(run.ended).rejects.toThrow('another process coordinates this run now')
    expect(await redis.client.smembers(RUNS)).toEqual([run.record.runId])
    expect(await queuedIn(redis.client, run.record)).toHaveLength(1)
    expect(await readdir(folder.path)).toContain('queue')
  })
})
