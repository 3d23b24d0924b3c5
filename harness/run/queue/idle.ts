import { pluralise } from '../../lib/wording/count.ts'
import type { SeenWorker } from './census.ts'
import { canTake, takesTrials, type WaitingRoute } from './labels.ts'

/** Milliseconds for which trials wait beside workers with free places before it is reported. */
const LONGEST = 30_000

/** Reports trials that wait although workers could take them. */
export class IdleWorkers {
  readonly #runId: string
  /** Route → how many of its trials wait, and since when this has not changed. */
  readonly #since = new Map<string, { readonly count: number; readonly since: number }>()

  constructor(runId: string) {
    this.#runId = runId
  }

  /** @param routes Trials that have not ended */
  look(routes: readonly WaitingRoute[], workers: readonly SeenWorker[], now = performance.now()): string[] {
    const running = new Set(
      workers.flatMap(({ trials }) => trials.filter(({ run }) => run === this.#runId).map(({ trial }) => trial)),
    )
    return routes.flatMap(({ route, trials }) => {
      const waiting = trials.filter((id) => !running.has(id))
      const free = workers.filter(
        (worker) =>
          takesTrials(worker, this.#runId) &&
          canTake(worker.labels, route) &&
          worker.trials.length < worker.concurrency,
      )
      if (waiting.length === 0 || free.length === 0) {
        this.#since.delete(route.name)
        return []
      }
      const before = this.#since.get(route.name)
      const since = before?.count === waiting.length ? before.since : now
      this.#since.set(route.name, { count: waiting.length, since })
      if (now - since < LONGEST) return []
      const names = free.map(({ id }) => id).join(', ')
      return [
        `${waiting.length === 1 ? '1 trial waits' : `${String(waiting.length)} trials wait`} although ${pluralise(free.length, 'worker')} could take them (${names}): see what the workers say, for example about a full disk`,
      ]
    })
  }
}
