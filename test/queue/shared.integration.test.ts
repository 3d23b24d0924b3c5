import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BudgetSpent, HarnessFault } from '../../harness/errors.ts'
import type { Reservation } from '../../harness/lib/models/budget.ts'
import { SharedBudget, type BudgetSeen } from '../../harness/lib/redis/budget.ts'
import { RedisCache } from '../../harness/lib/redis/cache.ts'
import { openRedis } from '../../harness/lib/redis/connect.ts'
import { Patience } from '../../harness/lib/redis/patience.ts'
import { SharedLimiter } from '../../harness/lib/redis/rate.ts'
import { Leadership } from '../../harness/run/queue/leadership.ts'
import { until } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'

const PRICE = { input: 1, output: 1 }
const CALL = { input: 500, output: 500 }
const never = new AbortController().signal

describe('what workers share in Redis', await needs('redis'), () => {
  it('a budget holds over all of them, and keeps the estimate of a call whose worker died', async () => {
    await using redis = await redisServer()
    const worker = () => new SharedBudget(redis.client, 'budget', { cost: undefined, tokens: 10_000 })
    const workers = Array.from({ length: 8 }, worker)
    const tried = await Promise.allSettled(workers.flatMap((each) => [1, 2, 3].map(() => each.reserve(CALL, PRICE))))
    const reserved = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const refused = tried.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    expect(reserved.length).toBe(10)
    expect(refused.every((each) => each instanceof BudgetSpent)).toBe(true)
    await reserved[0]?.settle({ input: 100, output: 0 })
    await reserved[0]?.settle({ input: 1, output: 0 })
    await reserved[1]?.cancel()
    await reserved[2]?.settle(null)
    const state = await worker().state()
    expect(state).toMatchObject({ tokens: 8100, stopped: expect.stringContaining('--max-tokens 10000') as string })
    expect(state.cost).toBeCloseTo(0.0081, 6)
    await expect(worker().reserve({ input: 1000, output: 901 }, PRICE)).rejects.toThrow(BudgetSpent)
    await worker().reserve({ input: 1000, output: 900 }, PRICE)
  })

  it('a budget has no more and no less than what was spent, whatever Redis has lost', async () => {
    await using redis = await redisServer()
    const step = fc.record({
      what: fc.constantFrom('reserve' as const, 'settle' as const, 'save' as const, 'lose' as const, 'look' as const),
      worker: fc.nat(2),
      tokens: fc.nat(50),
    })
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        count += 1
        const key = `budget-${String(count)}`
        const open = () => new SharedBudget(redis.client, key, { cost: undefined, tokens: 1_000_000 })
        const workers = [open(), open(), open()]
        const calls: { readonly reservation: Reservation; worker: number; isOpen: boolean; tokens: number }[] = []
        let saved: Buffer | null = null
        let known: BudgetSeen = { parts: {} }
        for (const { what, worker, tokens } of steps) {
          if (what === 'reserve') {
            const reservation = await workers[worker]?.reserve({ input: tokens, output: 0 }, PRICE)
            if (reservation) calls.push({ reservation, worker, isOpen: true, tokens })
          }
          const call = calls.find((each) => each.worker === worker && each.isOpen)
          if (what === 'settle' && call) {
            await call.reservation.settle({ input: tokens, output: 0 })
            Object.assign(call, { isOpen: false, tokens })
          }
          if (what === 'save') saved = await redis.client.dumpBuffer(key)
          if (what === 'lose') {
            await redis.client.del(key, `${key}:reserved`)
            if (saved) await redis.client.restore(key, 0, saved)
          }
          if (what === 'look') known = (await open().restore(known)).seen
        }
        for (const worker of workers) await worker.reserve({ input: 0, output: 0 }, PRICE)
        const spent = calls.reduce((sum, call) => sum + call.tokens, 0)
        const { tokens, cost } = await open().state()
        expect([tokens, Math.round(cost * 1_000_000)]).toEqual([spent, spent])
      }),
      { numRuns: 100, seed: 21 },
    )
  })

  it('a rate holds over all of them, by the clock of Redis', async () => {
    await using redis = await redisServer()
    const window = 1500
    const workers = Array.from({ length: 4 }, () => new SharedLimiter(redis.client, 'rate', 5, Infinity, { window }))
    const began = performance.now()
    const times = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        await workers[index % 4]?.acquire(1, never)
        return performance.now() - began
      }),
    )
    const sorted = times.toSorted((one, other) => one - other)
    // The sixth call waits until the first one is out of the window; the answer to that one took some time itself.
    expect((sorted[5] ?? 0) - (sorted[0] ?? 0)).toBeGreaterThan(window / 2)
    await workers[0]?.pause(300)
    expect(Number(await redis.client.get('rate:pause'))).toBeGreaterThan(0)
  })

  it('one process coordinates a run, and the place of one that has ended is free', async () => {
    await using redis = await redisServer()
    const first = await Leadership.take(redis.client, 'run')
    await redis.client.set('pe:run:other:coordinator', `elsewhere 1 ${randomUUID()}`, 'PX', 15_000)
    await expect(Leadership.take(redis.client, 'other')).rejects.toThrow('is coordinated by process 1 on elsewhere')
    expect(await first.hold()).toBe(true)
    await first.release()
    await Leadership.take(redis.client, 'run')
  })

  it('waits for a full Redis, and says so once', async () => {
    await using redis = await redisServer(['--maxmemory', '2mb', '--maxmemory-policy', 'noeviction'])
    await redis.client.config('SET', 'maxmemory', '1')
    const said: string[] = []
    const patience = new Patience((line) => said.push(line))
    const written = patience.with(() => redis.client.set('key', 'value'))
    await until(() => said.length > 0, 'something is said')
    await redis.client.config('SET', 'maxmemory', '0')
    expect(await written).toBe('OK')
    expect(said).toEqual([expect.stringContaining('waiting for Redis: OOM'), 'Redis works again'])
  })

  it('calls of models wait for a full Redis, and what it refuses is no fault of the agent', async () => {
    await using redis = await redisServer()
    await redis.client.config('SET', 'maxmemory', '1')
    const said: string[] = []
    const patience = new Patience((line) => said.push(line))
    const budget = (key: string) => new SharedBudget(redis.client, key, { cost: undefined, tokens: 10_000 }, patience)
    const reserved = budget('budget').reserve(CALL, PRICE, never)
    const acquired = new SharedLimiter(redis.client, 'rate', 5, Infinity, { patience }).acquire(1, never)
    await until(() => said.length > 0, 'something is said')
    const stopped = new AbortController()
    const waiting = budget('stopped').reserve(CALL, PRICE, stopped.signal)
    stopped.abort()
    await expect(waiting).rejects.not.toBeInstanceOf(HarnessFault)
    await redis.client.config('SET', 'maxmemory', '0')
    await (await reserved).settle({ input: 1, output: 0 })
    await (
      await acquired
    )(1)
    expect((await budget('budget').state()).tokens).toBe(1)

    await redis.client.set('text', 'no hash')
    await expect(budget('text').reserve(CALL, PRICE, never)).rejects.toThrow(HarnessFault)
    await redis.client.lpush('pe-answers:digest', 'no text')
    expect(await new RedisCache(redis.client, patience).get('digest')).toBeUndefined()
  })

  it('a wrong URL, password or scheme is one line', async () => {
    await using redis = await redisServer(['--requirepass', 'secret-word'])
    const wrong = [
      ['http://127.0.0.1:1', '--redis takes a URL'],
      ['redis://127.0.0.1:1', 'no Redis answers at redis://127.0.0.1:1'],
      [`redis://:wrong@127.0.0.1:${String(redis.port)}`, 'refuses the password'],
      [`redis://127.0.0.1:${String(redis.port)}`, 'refuses the password'],
      [`rediss://:secret-word@127.0.0.1:${String(redis.port)}`, 'TLS'],
    ] as const
    for (const [url, text] of wrong) {
      // A server without TLS never answers the beginning of TLS.
      const message = await openRedis(url, url.startsWith('rediss') ? 500 : undefined).then(
        () => 'no error',
        (error: unknown) => (error as Error).message,
      )
      expect(message).toContain(text)
      expect(message).not.toMatch(/\n|secret-word/)
    }
    const connected = await openRedis(redis.url)
    connected.disconnect()
  })
})
