/** The queues of a run in Redis: one for each set of labels that some trial needs. */
import { Queue, type Job } from 'bullmq'
import type { Redis } from 'ioredis'
import type { RunRecord, TrialSpec } from '../../contracts/schema.ts'
import { groupBy } from '../../lib/collections/group-by.ts'
import { PREFIX, queueName } from './keys.ts'
import { labelsOf, routesOf, type Need, type WaitingRoute } from './labels.ts'
import type { Route } from './shapes.ts'

/** Jobs per batch. */
const BATCH = 200
/** How often a job may fail with an error before its trial is given up. */
const ATTEMPTS = 3

/** Every call fails if Redis cannot be reached; the caller decides how long to try again. */
export class RunQueues {
  readonly routes: readonly Route[]
  readonly #routeOf = new Map<string, Route>()
  readonly #queues = new Map<string, Queue>()

  constructor(record: RunRecord, needs: readonly Need[], redis: Redis) {
    const labels = new Map(record.trials.map((key) => [key.id, labelsOf(record, key, needs)]))
    this.routes = routesOf([...labels.values()])
    const byLabels = new Map(this.routes.map((route) => [route.labels.join('\n'), route]))
    for (const [id, each] of labels) {
      const route = byLabels.get(each.join('\n'))
      if (route) this.#routeOf.set(id, route)
    }
    for (const { name } of this.routes) {
      const queue = new Queue(queueName(record.runId, name), { connection: redis, prefix: PREFIX })
      queue.on('error', () => undefined)
      this.#queues.set(name, queue)
    }
  }

  /** Batches of jobs to add. Jobs that are already queued stay as they are. */
  *additions(specs: readonly TrialSpec[]): Generator<() => Promise<unknown>> {
    for (let start = 0; start < specs.length; start += BATCH) {
      const groups = groupBy(specs.slice(start, start + BATCH), ({ key }) => this.#queueOf(key.id))
      for (const [queue, group] of groups) {
        const jobs = group.map((spec) => ({ name: 'trial', data: spec, opts: optionsOf(spec) }))
        yield () => queue.addBulk(jobs)
      }
    }
  }

  async add(spec: TrialSpec): Promise<void> {
    await this.#queueOf(spec.key.id).add('trial', spec, optionsOf(spec))
  }

  /** A batch of jobs of each queue that have ended in this way. A job may be gone by the time it is read. */
  async *jobs(state: 'completed' | 'failed'): AsyncGenerator<(Job<TrialSpec> | undefined)[]> {
    for (const queue of this.#queues.values())
      yield (await queue.getJobs([state], 0, BATCH - 1, true)) as (Job<TrialSpec> | undefined)[]
  }

  /** Removes failed jobs of an earlier coordinator, so that their trials are tried again. */
  async dropFailed(): Promise<void> {
    for (const queue of this.#queues.values()) for (const job of await queue.getJobs(['failed'])) await job.remove()
  }

  /** The keys in Redis, besides those of the jobs. */
  get keys(): string[] {
    return [...this.#queues.values()].flatMap((queue) => Object.values(queue.keys))
  }

  /**
   * Nothing of this program pauses a queue, but anyone who reaches Redis can.
   * @returns Whether a queue was paused
   */
  async resume(): Promise<boolean> {
    const queues = [...this.#queues.values()]
    const paused = await Promise.all(queues.map((queue) => queue.isPaused()))
    for (const queue of queues.filter((_, index) => paused[index] === true)) await queue.resume()
    return paused.includes(true)
  }

  /** How many jobs there are, in any state. */
  async count(): Promise<number> {
    const counts = await Promise.all([...this.#queues.values()].map((queue) => queue.getJobCountByTypes()))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  /** How many trials workers have, or have committed. */
  async underWay(): Promise<number> {
    const queues = [...this.#queues.values()]
    const counts = await Promise.all(queues.map((queue) => queue.getJobCountByTypes('active', 'completed')))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  routeOf(trial: string): Route | undefined {
    return this.#routeOf.get(trial)
  }

  /** The trials of each route, of those named. */
  byRoute(trials: Iterable<string>): WaitingRoute[] {
    const known = [...trials].filter((id) => this.#routeOf.has(id))
    return [...groupBy(known, (id) => this.#routeOf.get(id))].flatMap(([route, ids]) =>
      route === undefined ? [] : [{ route, trials: ids }],
    )
  }

  /** Removes everything of the queues from Redis. */
  async obliterate(): Promise<void> {
    for (const queue of this.#queues.values()) await queue.obliterate({ force: true })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()))
  }

  #queueOf(trial: string): Queue {
    const queue = this.#queues.get(this.#routeOf.get(trial)?.name ?? '')
    if (!queue) throw new TypeError(`trial "${trial}" has no queue`)
    return queue
  }
}

function optionsOf({ key }: TrialSpec) {
  return { jobId: key.id, attempts: ATTEMPTS }
}
