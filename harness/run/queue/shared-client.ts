import type { Redis } from 'ioredis'
import { cacheFolder } from '../../lib/files/caches.ts'
import { sha256 } from '../../lib/files/digest.ts'
import { ExchangeCache, type AnswerCache } from '../../lib/models/cache.ts'
import { ModelClient } from '../../lib/models/client.ts'
import type { Redactor } from '../../lib/models/redact.ts'
import { SharedBudget } from '../../lib/redis/budget.ts'
import { RedisCache } from '../../lib/redis/cache.ts'
import { Patience } from '../../lib/redis/patience.ts'
import { SharedLimiter } from '../../lib/redis/rate.ts'
import { rateKey, runKey } from './keys.ts'
import type { QueueRun } from './shapes.ts'

/** A client of models that shares its budget and its rates with all workers of a run. */
export function sharedClient(
  redis: Redis,
  run: QueueRun,
  redactor: Redactor,
  warn: (line: string) => void,
): ModelClient {
  const patience = new Patience(warn)
  return new ModelClient({
    redactor,
    budget: sharedBudget(redis, run, patience),
    cache: cacheOf(redis, run, patience),
    limiter: ({ baseURL, model, requestsPerMinute, tokensPerMinute }) =>
      new SharedLimiter(
        redis,
        rateKey(run.runId, sha256(JSON.stringify([baseURL, model])).slice(0, 16)),
        requestsPerMinute,
        tokensPerMinute,
        { patience },
      ),
    warn,
  })
}

export function sharedBudget(
  redis: Redis,
  { runId, limits }: Pick<QueueRun, 'runId' | 'limits'>,
  patience?: Patience,
): SharedBudget {
  return new SharedBudget(redis, runKey(runId, 'budget'), { cost: limits.cost, tokens: limits.tokens }, patience)
}

function cacheOf(redis: Redis, { cache }: QueueRun, patience: Patience): AnswerCache | undefined {
  if (cache === 'none') return undefined
  return cache === 'redis' ? new RedisCache(redis, patience) : new ExchangeCache(cacheFolder('exchanges'))
}
