/** The description that workers find in Redis before they take a trial of a run. Redis may lose it, for example when it is started again. */
import type { Redis } from 'ioredis'
import { RUNS, runKey } from './keys.ts'
import type { QueueRun } from './shapes.ts'
import { sharedBudget } from './shared-client.ts'
import { withOwnType } from './wrong-type.ts'
import type { BudgetSeen } from '../../lib/redis/budget.ts'

export class Announcement {
  readonly #redis: Redis
  readonly #run: QueueRun
  readonly #text: string
  #budget: BudgetSeen | undefined

  constructor(redis: Redis, run: QueueRun) {
    this.#redis = redis
    this.#run = run
    this.#text = JSON.stringify(run)
  }

  /**
   * Writes what is missing. The budget comes first: workers spend money as soon as they find the run.
   * @returns Whether something was missing
   */
  async renew(): Promise<boolean> {
    const { runId } = this.#run
    const key = runKey(runId, 'meta')
    const budget = sharedBudget(this.#redis, this.#run)
    const seen = await this.#own(runKey(runId, 'budget'), () => budget.restore(this.#budget))
    this.#budget = seen
    const isKnown = (await this.#own(key, () => this.#redis.get(key))) === this.#text
    if (!isKnown) await this.#redis.set(key, this.#text)
    const isNew = (await this.#own(RUNS, () => this.#redis.sadd(RUNS, runId))) === 1
    return !isKnown || isNew || seen.wasLost
  }

  #own<T>(key: string, action: () => Promise<T>): Promise<T> {
    return withOwnType(this.#redis, key, action)
  }
}
