import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Limiter, Settle } from '../models/rate-limit.ts'
import { Patience } from './patience.ts'
import { sharedCall } from './shared-call.ts'

/**
 * Lets a call through, or says for how many milliseconds to wait. The clock is that of Redis, so that all workers share one.
 * The second time it lets the same call through again.
 * KEYS: times of calls, tokens of calls, end of a pause. ARGV: id, tokens, requests a window, tokens a window, window.
 */
const ACQUIRE = `
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = tonumber(ARGV[5])
local paused = tonumber(redis.call('GET', KEYS[3]) or '0')
if paused > now then return paused - now end
for _, old in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - window)) do
  redis.call('ZREM', KEYS[1], old)
  redis.call('HDEL', KEYS[2], old)
end
local used = 0
for _, tokens in ipairs(redis.call('HVALS', KEYS[2])) do used = used + tonumber(tokens) end
local count = redis.call('ZCARD', KEYS[1])
local full = (ARGV[3] ~= '' and count >= tonumber(ARGV[3]))
  or (ARGV[4] ~= '' and used > 0 and used + tonumber(ARGV[2]) > tonumber(ARGV[4]))
if full then
  local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return math.max(1, tonumber(oldest[2]) + window - now)
end
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
for index = 1, 2 do redis.call('PEXPIRE', KEYS[index], window * 2) end
return 0
`

const PAUSE = `
local time = redis.call('TIME')
local till = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
if till > tonumber(redis.call('GET', KEYS[1]) or '0') then redis.call('SET', KEYS[1], till, 'PX', ARGV[1]) end
return 0
`

const SETTLE = `if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end return 0`

/** Longest wait (ms) before Redis is asked again: settled calls and other workers make room earlier than expected. */
const LONGEST_WAIT = 2000

/** Requests and tokens a minute for all workers together: no 60 seconds contain more. */
export class SharedLimiter implements Limiter {
  readonly #redis: Redis
  readonly #keys: readonly [string, string, string]
  readonly #limits: readonly [string, string]
  readonly #window: number
  readonly #patience: Patience

  /** @param window Milliseconds that count as a minute; shorter in tests */
  constructor(
    redis: Redis,
    key: string,
    requestsPerMinute: number,
    tokensPerMinute: number,
    { window = 60_000, patience = new Patience(() => undefined) } = {},
  ) {
    this.#patience = patience
    this.#redis = redis
    this.#keys = [`${key}:calls`, `${key}:tokens`, `${key}:pause`]
    this.#limits = [limitOf(requestsPerMinute), limitOf(tokensPerMinute)]
    this.#window = window
  }

  async acquire(tokens: number, signal: AbortSignal): Promise<Settle> {
    const id = randomUUID()
    for (;;) {
      const call = [id, tokens, ...this.#limits, this.#window]
      const wait = await this.#shared(() => this.#redis.eval(ACQUIRE, 3, ...this.#keys, ...call), signal)
      if (wait === 0) break
      await delay(Math.min(Number(wait), LONGEST_WAIT), undefined, { signal })
    }
    return async (actual) => {
      await this.#shared(() => this.#redis.eval(SETTLE, 1, this.#keys[1], id, actual), signal)
    }
  }

  async pause(milliseconds: number): Promise<void> {
    const pause = () => this.#redis.eval(PAUSE, 1, this.#keys[2], Math.ceil(milliseconds))
    // The caller waits itself, also if Redis cannot tell the others just now.
    await this.#shared(() => this.#patience.once(pause))
  }

  #shared<T>(action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return sharedCall(this.#patience, action, signal)
  }
}

/** Empty for no limit. */
function limitOf(limit: number): string {
  return limit < Infinity ? String(limit) : ''
}
