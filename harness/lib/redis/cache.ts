import type { Redis } from 'ioredis'
import { parseExchange, type AnswerCache } from '../models/cache.ts'
import type { Exchange } from '../models/schema.ts'

/** Answers are kept for this many seconds: 30 days. */
const KEPT = 30 * 24 * 3600

/** Exchanges by digest, in Redis, for workers without a common disk. */
export class RedisCache implements AnswerCache {
  readonly folder = 'the cache in Redis'
  readonly #redis: Redis

  constructor(redis: Redis) {
    this.#redis = redis
  }

  async get(digest: string): Promise<Exchange | undefined> {
    const text = await this.#redis.get(keyOf(digest))
    return text === null ? undefined : parseExchange(text)
  }

  async has(digest: string): Promise<boolean> {
    return (await this.#redis.exists(keyOf(digest))) === 1
  }

  async put(exchange: Exchange): Promise<void> {
    await this.#redis.set(keyOf(exchange.digest), JSON.stringify(exchange), 'EX', KEPT)
  }
}

function keyOf(digest: string): string {
  return `pe-answers:${digest}`
}
