import { describe, expect, it } from 'vitest'
import { readRun, readTrials } from '../../harness/store/read.ts'
import { temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { coordinate, planned, startWorker, statusesIn } from './workers.ts'
import { LASTING, pairedAgent } from './two-runs-cases.ts'

describe('a worker', await needs('redis'), () => {
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
