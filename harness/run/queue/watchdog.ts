import type { Redis } from 'ioredis'
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

/** Reports each trial of a run that makes no progress, once for each time that it stops. */
export class Watchdog {
  readonly #options: WatchdogOptions
  readonly #stuck = new Set<string>()

  constructor(options: WatchdogOptions) {
    this.#options = options
  }

  async look(workers: readonly WorkerState[]): Promise<void> {
    for (const { trials } of workers)
      for (const trial of trials) if (trial.run === this.#options.runId) await this.#lookAt(trial)
  }

  async #lookAt({ run, trial, stage, quiet }: WorkerState['trials'][number]): Promise<void> {
    const { watchdog, requeue, redis, say } = this.#options
    if (quiet < watchdog) {
      this.#stuck.delete(trial)
      return
    }
    if (this.#stuck.has(trial)) return
    this.#stuck.add(trial)
    const remedy = requeue
      ? ': it is given to another worker'
      : `; pe requeue ${run} ${trial} gives it to another worker`
    say(`${trial} has made no progress for ${String(Math.round(quiet))} s (${stage})${remedy}`)
    if (requeue) await redis.publish(REQUEUE, JSON.stringify({ run, trial }))
  }
}
