/** Lets the keys of a run expire that no coordinator serves any more: one that is never resumed leaves nothing in Redis for good. */
import type { Redis } from 'ioredis'
import { PREFIX, queueName, runKey } from './keys.ts'

/** Seconds for which a run can still be resumed with all that Redis knows of it. */
export const KEPT = 30 * 24 * 3600
/** Milliseconds between two renewals: of keys whose names are known, and of all. */
const OFTEN = 60_000
const SELDOM = 3_600_000
/** Keys that Redis is asked for at a time. */
const BATCH = 1000

export class Expiry {
  readonly #redis: Redis
  readonly #runId: string
  /** Keys of queues that come and go. */
  readonly #keys: readonly string[]
  #often = -Infinity
  #seldom = -Infinity

  constructor(redis: Redis, runId: string, keys: readonly string[]) {
    this.#redis = redis
    this.#runId = runId
    this.#keys = keys
  }

  /** Renews the expiry, if it is time for that. Called regularly while the run is served. */
  async renew(): Promise<void> {
    const now = performance.now()
    if (now - this.#seldom > SELDOM) {
      await this.begin()
      this.#seldom = now
      this.#often = now
    } else if (now - this.#often > OFTEN) {
      const own = (['meta', 'budget', 'budget:reserved'] as const).map((what) => runKey(this.#runId, what))
      await this.#expire([...own, ...this.#keys])
      this.#often = now
    }
  }

  /** Sets the expiry of everything of the run. */
  async begin(): Promise<void> {
    for (const match of [`pe:run:${this.#runId}:*`, `${PREFIX}:${queueName(this.#runId, '*')}`]) {
      const found = this.#redis.scanStream({ match, count: BATCH }) as AsyncIterable<string[]>
      for await (const keys of found) await this.#expire(keys)
    }
  }

  async #expire(keys: readonly string[]): Promise<void> {
    const commands = this.#redis.pipeline()
    for (const key of keys) {
      // These end sooner by themselves.
      if (/:(?:coordinator|lock|stalled-check)$|:rate:/.test(key)) continue
      commands.expire(key, KEPT)
    }
    await commands.exec()
  }
}
