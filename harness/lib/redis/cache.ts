import type { Redis } from 'ioredis'
import { parseExchange, type AnswerCache } from '../models/cache.ts'
import type { Exchange } from '../models/schema.ts'
import { Patience } from './patience.ts'

/** Answers are kept for this many seconds: 30 days. */
const KEPT = 30 * 24 * 3600

/** Exchanges by digest, in Redis, for workers without a common disk. */
export class RedisCache implements AnswerCache {
  readonly folder = 'the cache in Redis'
  readonly #redis: Redis

  readonly #patience: Patience

  constructor(redis: Redis, patience = new Patience(() => undefined)) {
    this.#redis = redis
    this.#patience = patience
  }

  /** Undefined also if Redis cannot give the answer: then it is asked for again, and `put` reports why. */
  async get(digest: string): Promise<Exchange | undefined> {
    const text = await this.#patience.once(() => this.#redis.get(keyOf(digest))).catch(() => undefined)
    return typeof text === 'string' ? parseExchange(text) : undefined
  }

  async has(digest: string): Promise<boolean> {
    return (await this.#patience.once(() => this.#redis.exists(keyOf(digest))).catch(() => 0)) === 1
  }

  async put(exchange: Exchange): Promise<void> {
    await this.#patience.once(
      () => this.#redis.set(keyOf(exchange.digest), JSON.stringify(exchange), 'EX', KEPT),
      'cache',
    )
  }
}

function keyOf(digest: string): string {
  return `pe-answers:${digest}`
}
