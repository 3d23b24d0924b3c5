import type { Job } from 'bullmq'
import type { Redis } from 'ioredis'
import type { TrialSpec } from '../../contracts/schema.ts'
import { workersIn } from './census.ts'
import { takesTrials } from './labels.ts'
import type { ServedRun } from './served-run.ts'

/** Milliseconds for which a worker leaves a trial that was taken from it to others. */
const AVOIDED = 600_000

/** Trials that were taken from this worker, because another one should run them. */
export class AvoidedWorkers {
  readonly #redis: Redis
  /** Id of this worker. */
  readonly #worker: string
  /** Run and trial → the moment until which it is avoided. */
  readonly #until = new Map<string, number>()

  constructor(redis: Redis, worker: string) {
    this.#redis = redis
    this.#worker = worker
  }

  add(run: string, trial: string): void {
    this.#until.set(keyOf(run, trial), performance.now() + AVOIDED)
  }

  /** Whether a job is left to another worker. If no other worker can take it, this one may. */
  async isForOthers(served: ServedRun, job: Job<TrialSpec>): Promise<boolean> {
    const { runId } = served.run
    const key = keyOf(runId, job.id ?? '')
    const until = this.#until.get(key)
    if (until === undefined) return false
    if (performance.now() < until) {
      const workers = await workersIn(this.#redis).catch(() => [])
      const canTake = workers.some(
        (each) => each.id !== this.#worker && takesTrials(each, runId) && served.suits(each.labels, job),
      )
      if (canTake) return true
    }
    this.#until.delete(key)
    return false
  }
}

function keyOf(run: string, trial: string): string {
  return `${run} ${trial}`
}
