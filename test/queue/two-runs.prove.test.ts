import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readRun, readTrials } from '../../harness/store/read.ts'
import { temporaryFolder, until } from '../helpers.ts'
import { pe } from '../own.ts'
import { workersIn } from '../../harness/run/queue/census.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { coordinate, planned, startWorker, statusesIn } from './workers.ts'
import { LASTING, pairedAgent } from './two-runs-cases.ts'

describe('a worker', await needs('redis'), () => {
  it('gives its trials back if it stood still, and does not count that against the project', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    // The first attempt waits for the second one.
    const plan = await planned(folder, ['--agent', await pairedAgent(folder), '--missions', 'sum'])
    await using run = coordinate(plan, redis.url)
    await using worker = startWorker(redis.url)
    const running = async () => (await workersIn(redis.client)).flatMap(({ trials }) => trials)
    await until(async () => (await running()).some(({ stage }) => stage === 'generate'), 'the agent is asked', 60_000)
    process.kill(worker.pid, 'SIGSTOP')
    await delay(5000)
    process.kill(worker.pid, 'SIGCONT')
    expect([await run.exit, run.stderr()]).toEqual([0, expect.any(String)])
    expect(worker.stderr()).toMatch(/this process stood still for \d+\.\d s: its trials are given back, and run again/)
    expect(await readTrials(plan, await readRun(plan))).toHaveLength(1)
  })

  it('runs a trial again that it has just given back', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    // The first attempt waits for the second one.
    const plan = await planned(folder, ['--agent', await pairedAgent(folder), '--missions', 'sum'])
    await using run = coordinate(plan, redis.url)
    await using worker = startWorker(redis.url)
    const running = async () => (await workersIn(redis.client)).flatMap(({ trials }) => trials)
    await until(async () => (await running()).some(({ stage }) => stage === 'generate'), 'the agent is asked', 60_000)
    const [trial = ''] = (await readRun(plan)).trials.map(({ id }) => id)
    expect(await pe(['requeue', plan, trial, '--redis', redis.url])).toMatchObject({ exitCode: 0 })
    expect([await run.exit, run.stderr()]).toEqual([0, expect.any(String)])
    expect(worker.stderr()).toMatch(/ is given back after [^]* is taken\n[^]* has ended after /)
    expect(await readTrials(plan, await readRun(plan))).toHaveLength(1)
  })

  it('keeps trials of the same id apart if two runs have them', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const matrix = ['--agent', await pairedAgent(folder), '--missions', 'sum']
    const one = await planned(folder, [...matrix, '--seed', '1'])
    const two = await planned(folder, [...matrix, '--seed', '2'])
    const ids = await Promise.all([one, two].map(async (plan) => (await readRun(plan)).trials.map(({ id }) => id)))
    expect(ids[0]).toEqual(ids[1])
    await using first = coordinate(one, redis.url)
    await using second = coordinate(two, redis.url)
    await using _worker = startWorker(redis.url)
    expect([await first.exit, await second.exit]).toEqual([0, 0])
    for (const plan of [one, two]) {
      expect(await readTrials(plan, await readRun(plan))).toHaveLength(1)
      expect((await statusesIn(plan)).length).toBeGreaterThan(0)
    }
  })
})
