import { AsyncLocalStorage } from 'node:async_hooks'
import { withTimeout } from '../lib/async/deadline.ts'
import { DeadlineExceeded, messageOf } from '../errors.ts'
import type { Reporter, RunEvent } from '../contracts/types.ts'

/** Milliseconds that a reporter may take for an event. At the end it may have all trials of a large run to write. */
const LIMITS = { event: 30_000, end: 600_000 }

/** Records a failure of the reporter whose code is running, including code that it left to run later. */
const failing = new AsyncLocalStorage<(error: unknown) => void>()

/** Hands every event to every reporter. One that fails is recorded, and neither stops the run nor the others. */
export class Multiplexer {
  readonly failures: string[] = []
  readonly #reporters: Set<Reporter>
  readonly #limits: typeof LIMITS

  constructor(chosen: readonly Reporter[], limits = LIMITS) {
    this.#reporters = new Set(chosen)
    this.#limits = limits
  }

  async on(event: RunEvent): Promise<void> {
    for (const reporter of this.#reporters) {
      try {
        await this.#tell(reporter, event)
      } catch (error) {
        this.failures.push(`the ${reporter.name} reporter failed on ${event.type}: ${messageOf(error)}`)
        // The reporter may still be busy with an earlier event, so it might handle new events out of order.
        if (error instanceof DeadlineExceeded) this.#reporters.delete(reporter)
      }
    }
  }

  /**
   * An error of a reporter that nothing awaits, such as a failed request to a dashboard, would end the process. Until this
   * is disposed, such errors are recorded. All other errors still end the process.
   */
  contain(): Disposable {
    const contain = (error: unknown) => {
      const failed = failing.getStore()
      if (failed) {
        failed(error)
        return
      }
      process.off('uncaughtException', contain)
      setImmediate(() => {
        throw error
      })
    }
    process.on('uncaughtException', contain)
    return { [Symbol.dispose]: () => void process.off('uncaughtException', contain) }
  }

  async #tell(reporter: Reporter, event: RunEvent): Promise<void> {
    const limit = event.type === 'run-end' ? this.#limits.end : this.#limits.event
    const failed = (error: unknown) =>
      void this.failures.push(`the ${reporter.name} reporter failed after ${event.type}: ${messageOf(error)}`)
    const told: unknown = failing.run(failed, () => reporter.on(event))
    if (told === undefined) return
    await withTimeout(Promise.resolve(told), limit, `it took more than ${String(limit / 1000)} s`)
  }
}

/** Each message once, with how often it came. */
export function failureLines(failures: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const failure of failures) counts.set(failure, (counts.get(failure) ?? 0) + 1)
  return [...counts].map(([failure, count]) => (count === 1 ? failure : `${failure} (${String(count)} times)`))
}
