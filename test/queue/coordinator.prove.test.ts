/** The other cases of coordinator.integration.test.ts. */
import { readFile, readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { workersIn } from '../../harness/run/queue/census.ts'
import { PREFIX, RUNS, WORKERS, queueName, runKey, workerKey } from '../../harness/run/queue/keys.ts'
import { sharedBudget } from '../../harness/run/queue/shared-client.ts'
import type { Commit } from '../../harness/run/queue/shapes.ts'
import { seal, stagingFolder } from '../../harness/run/queue/staging.ts'
import { digestOfSpec } from '../../harness/run/trial-spec.ts'
import { keyOf, runOf, temporaryFolder, until, writeTree } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { PRICE, coordinated, queuedIn, takenTrial } from './coordinator-cases.ts'

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

  it('goes on although keys in Redis have other types, and its queue is paused', async () => {
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
})
