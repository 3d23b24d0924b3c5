import type { Redis } from 'ioredis'
import { pluralise } from '../../lib/wording/count.ts'
import { REQUEUE } from './keys.ts'
import type { WorkerState } from './shapes.ts'

export interface WatchdogOptions {
  readonly redis: Redis
  readonly runId: string
  /** Seconds without an event after which a message names a trial. */
  readonly watchdog: number
  /** Whether such a trial is given to another worker. */
  readonly requeue: boolean
  readonly say: (line: string) => void
}

/** Times that a trial is given to another worker by itself: one that stops everywhere would be paid for without end. */
const MOST_REQUEUES = 3

/** Reports each trial of a run that makes no progress, once for each time that it stops. */
export class Watchdog {
  readonly #options: WatchdogOptions
  readonly #stuck = new Set<string>()
  /** How often each trial was given to another worker. */
  readonly #requeues = new Map<string, number>()

  constructor(options: WatchdogOptions) {
    this.#options = options
  }

  async look(workers: readonly Pick<WorkerState, 'trials'>[]): Promise<void> {
    for (const { trials } of workers)
      for (const trial of trials) if (trial.run === this.#options.runId) await this.#lookAt(trial)
  }

  async #lookAt({ run, trial, stage, quiet }: WorkerState['trials'][number]): Promise<void> {
    const { watchdog, redis, say } = this.#options
    if (quiet < watchdog) {
      this.#stuck.delete(trial)
      return
    }
    if (this.#stuck.has(trial)) return
    this.#stuck.add(trial)
    const requeues = this.#requeues.get(trial) ?? 0
    const requeue = this.#options.requeue && requeues < MOST_REQUEUES
    const before = requeues === 0 ? '' : `, and was given to another worker ${pluralise(requeues, 'time')} before`
    const remedy = requeue
      ? `${before}: it is given to another worker`
      : `${before}; pe requeue ${run} ${trial} gives it to another worker`
    say(`${trial} has made no progress for ${String(Math.round(quiet))} s (${stage})${remedy}`)
    if (!requeue) return
    this.#requeues.set(trial, requeues + 1)
    await redis.publish(REQUEUE, JSON.stringify({ run, trial }))
  }
}
