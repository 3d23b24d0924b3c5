/** The other cases of metrics.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { temporaryFolder, until } from '../helpers.ts'
import { needs } from '../needs.ts'
import { freePort, redisServer } from './redis-server.ts'
import { coordinate, planned, untilSays } from './workers.ts'
import { LASTING, pageAt, untilServes } from './metrics-cases.ts'

describe('metrics for Prometheus', await needs('redis'), () => {
  it('say that Redis cannot be read, and go on when it can', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const plan = await planned(folder, ['--agent', 'null'])
    const port = await freePort()
    await using run = coordinate(plan, redis.url, ['--metrics', String(port)])
    await untilSays(run, 'nobody can take')
    await redis.client.call('ACL', 'SETUSER', 'default', '-smembers')
    await until(async () => (await pageAt(port)).status === 503, 'the page says so')
    expect((await pageAt(port)).text).toContain('NOPERM')
    await redis.client.call('ACL', 'SETUSER', 'default', '+smembers')
    await untilServes(port, { pe_trials_all: 2, 'pe_trials{state="waiting"}': 2, pe_workers: 0 })
  })
})
