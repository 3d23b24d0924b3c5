/** The description that workers find in Redis before they take a trial of a run. Redis may lose it, for example when it is started again. */
import type { Redis } from 'ioredis'
import { RUNS, runKey } from './keys.ts'
import type { BudgetSeen } from '../../lib/redis/budget.ts'
import { KnownBudget } from './known-budget.ts'
import type { QueueRun } from './shapes.ts'
import { sharedBudget } from './shared-client.ts'
import { withOwnType } from './wrong-type.ts'

export class Announcement {
  readonly #redis: Redis
  readonly #run: QueueRun
  readonly #text: string
  readonly #budget: KnownBudget
  #isRenewed = false

  /** @param folder Of the run */
  constructor(redis: Redis, run: QueueRun, folder: string) {
    this.#redis = redis
    this.#run = run
    this.#text = JSON.stringify(run)
    this.#budget = new KnownBudget(folder)
  }

  /**
   * Writes what is missing. The budget comes first: workers spend money as soon as they find the run.
   * @returns Whether something was missing
   */
  async renew(): Promise<boolean> {
    const { runId } = this.#run
    const key = runKey(runId, 'meta')
    const wasLost = await this.renewBudget()
    const isKnown = (await this.#own(key, () => this.#redis.get(key))) === this.#text
    if (!isKnown) await this.#redis.set(key, this.#text)
    // Refused by a full Redis even if it changes nothing: so the coordinator says that workers cannot take trials.
    const isNew = (await this.#own(RUNS, () => this.#redis.sadd(RUNS, runId))) === 1
    return !isKnown || isNew || wasLost
  }

  /**
   * Adds what Redis has lost of the budget, and notes what is spent now.
   * @returns Whether something was lost
   */
  async renewBudget(): Promise<boolean> {
    const budget = sharedBudget(this.#redis, this.#run)
    const known = await this.#knownBudget()
    const { seen, wasLost } = await this.#own(runKey(this.#run.runId, 'budget'), () => budget.restore(known))
    await this.#budget.write(seen)
    return wasLost
  }

  /** A refusal by limits of an earlier start says nothing about this one. */
  async #knownBudget(): Promise<BudgetSeen> {
    const known = await this.#budget.read()
    if (this.#isRenewed) return known
    await this.#own(runKey(this.#run.runId, 'budget'), () =>
      this.#redis.hdel(runKey(this.#run.runId, 'budget'), 'stopped'),
    )
    this.#isRenewed = true
    return { parts: known.parts }
  }

  #own<T>(key: string, action: () => Promise<T>): Promise<T> {
    return withOwnType(this.#redis, key, action)
  }
}
