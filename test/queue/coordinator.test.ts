import type { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import type { TrialEvent } from '../../harness/contracts/types.ts'
import { Coordinator, type QueueOptions } from '../../harness/run/queue/coordinator.ts'
import { RUNS, runKey } from '../../harness/run/queue/keys.ts'
import { sharedBudget } from '../../harness/run/queue/shared-client.ts'
import { specOf } from '../../harness/run/trial-spec.ts'
import { keyOf, runOf, temporaryFolder, until } from '../helpers.ts'
import { hasRedis, redisServer } from './redis-server.ts'

const PRICE = { input: 1, output: 1 }

/** A coordinator in this process, of a run with one trial. */
function coordinated(redis: Redis, folder: string, changes: Partial<QueueOptions> = {}) {
  const record = runOf([keyOf()])
  const said: string[] = []
  const stop = new AbortController()
  const events: TrialEvent[] = []
  const coordinator = new Coordinator(
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
  return { coordinator, record, said, events, stop }
}

describe.runIf(hasRedis)('a coordinator', () => {
  it('announces its run again, with the budget spent and the trials, when Redis has lost everything', async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const { coordinator, record, said, stop } = coordinated(redis.client, folder.path)
    const { runId } = record
    const meta = () => redis.client.get(runKey(runId, 'meta'))
    const mark = () => redis.client.hget(runKey(runId, 'budget'), 'mark')
    {
      await using running = coordinator
      const followed = running.follow()
      await until(async () => (await redis.client.sismember(RUNS, runId)) === 1, 'the run is announced')
      const before = await meta()
      const keys = async () =>
        (await redis.client.keys('pe-queue:*')).filter((key) => key.endsWith(record.trials[0]?.id ?? '-'))
      await until(async () => (await keys()).length === 1, 'the trial is queued')
      const budget = sharedBudget(redis.client, { runId, limits: { tokens: 100_000 } })
      await (await budget.reserve({ input: 500, output: 500 }, PRICE)).settle(null)
      const first = await mark()
      await until(async () => (await mark()) !== first, 'the coordinator has seen the budget')
      await redis.client.flushall()
      await budget.reserve({ input: 0, output: 10 }, PRICE)
      await until(async () => (await keys()).length === 1, 'the trial is queued again')
      expect([await meta(), await redis.client.smembers(RUNS)]).toEqual([before, [runId]])
      expect((await budget.state()).tokens).toBe(1010)
      expect(said).toContain('Redis has lost data of this run: its trials are queued again')
      stop.abort()
      await followed
    }
  })
})

if (!hasRedis) it.skip('SKIPPED: no redis-server; apt-get install redis-tools brings it', () => undefined)
