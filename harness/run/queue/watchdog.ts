import type { Redis } from 'ioredis'
import { pluralise } from '../../lib/wording/count.ts'
import type { SeenWorker } from './census.ts'
import { REQUEUE } from './keys.ts'
import { controlText, type WorkerState } from './shapes.ts'

export interface WatchdogOptions {
  readonly redis: Redis
  readonly runId: string
  /** Seconds without an event after which a message names a trial. */
  readonly watchdog: number
  /** Whether such a trial is given to another worker, if one can take it. */
  readonly requeue: boolean
  readonly say: (line: string) => void
}

/** Times that a trial is given to another worker by itself: one that stops everywhere would be paid for without end. */
const MOST_REQUEUES = 2

type Watched = Pick<SeenWorker, 'id' | 'dead' | 'trials'>

/** Reports each trial of a run that makes no progress, once for each time that it stops. */
export class Watchdog {
  readonly #options: WatchdogOptions
  /** Trials that are stuck → whether they were taken from their workers. */
  readonly #stuck = new Map<string, boolean>()
  /** How often each trial was given to another worker. */
  readonly #requeues = new Map<string, number>()

  constructor(options: WatchdogOptions) {
    this.#options = options
  }

  /** @param canTake Whether a worker takes trials like this one now */
  async look<Worker extends Watched>(
    workers: readonly Worker[],
    canTake: (worker: Worker, trial: string) => boolean,
  ): Promise<void> {
    for (const { id, dead, trials } of workers) {
      if (dead) continue
      for (const each of trials) {
        if (each.run !== this.#options.runId) continue
        const hasOther = workers.some((other) => other.id !== id && canTake(other, each.trial))
        await this.#lookAt(each, hasOther)
      }
    }
  }

  async #lookAt({ run, trial, stage, quiet }: WorkerState['trials'][number], hasOther: boolean): Promise<void> {
    const { watchdog, redis, say } = this.#options
    if (quiet < watchdog) {
      this.#stuck.delete(trial)
      return
    }
    const requeues = this.#requeues.get(trial) ?? 0
    const mayRequeue = this.#options.requeue && requeues < MOST_REQUEUES
    const requeue = mayRequeue && hasOther && this.#stuck.get(trial) !== true
    // A trial that only waits for another worker is said again when there is one.
    if (this.#stuck.has(trial) && !requeue) return
    this.#stuck.set(trial, requeue)
    const before = requeues === 0 ? '' : `, and was given to another worker ${pluralise(requeues, 'time')} before`
    const remedy = requeue
      ? `${before}: it is given to another worker`
      : mayRequeue
        ? `${before}: it stays where it is, because no other worker can take it`
        : `${before}; pe requeue ${run} ${trial} gives it to another worker`
    say(`${trial} has made no progress for ${String(Math.round(quiet))} s (${stage})${remedy}`)
    if (!requeue) return
    this.#requeues.set(trial, requeues + 1)
    await redis.publish(REQUEUE, controlText({ run, trial, by: 'watchdog' }))
  }
}
