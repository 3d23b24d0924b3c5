/** Shared by the tests of coordinator. */
import { randomUUID } from 'node:crypto'
import { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { RunRecord, TrialSpec } from '../../harness/contracts/schema.ts'
import type { TrialEvent } from '../../harness/contracts/types.ts'
import { Coordinator, type QueueOptions } from '../../harness/run/queue/coordinator.ts'
import { PREFIX, queueName } from '../../harness/run/queue/keys.ts'
import { specOf } from '../../harness/run/trial-spec.ts'
import { keyOf, runOf } from '../helpers.ts'

export const PRICE = { input: 1, output: 1 }

/** A coordinator in this process, of a run with one trial. */
export function coordinated(redis: Redis, folder: string, changes: Partial<QueueOptions> = {}) {
  const record = runOf([keyOf()])
  const said: string[] = []
  const stop = new AbortController()
  const events: TrialEvent[] = []
  const follow = async (): Promise<unknown> => {
    await using coordinator = new Coordinator(
      { record, folder, pe: '1.2.3' },
      {
        ...{ redis, runId: record.runId, needs: [], limits: { cost: undefined, tokens: 100_000 }, cache: 'none' },
        ...{ lease: 30, deaths: 3, watchdog: 600, requeue: false, clean: (text) => text },
        say: (line) => said.push(line),
        ...changes,
      },
      record.trials.map((key) => specOf(record, key, folder, true)),
      (event) => events.push(event),
      stop.signal,
    )
    return await coordinator.follow()
  }
  const ended = follow()
  // A test may look at it later.
  ended.catch(() => undefined)
  return {
    ...{ record, said, events, stop, ended },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await ended.catch(() => undefined)
    },
  }
}

/** The keys of queued trials. */
export async function queuedIn(redis: Redis, { trials: [trial] }: RunRecord): Promise<string[]> {
  return (await redis.keys('pe-queue:*')).filter((key) => key.endsWith(`:${trial?.id ?? ''}`))
}

/** The first trial, with its lock, as a worker takes it. */
export async function takenTrial(redis: Redis, runId: string) {
  const worker = new Worker<TrialSpec>(queueName(runId, 'route-0'), null, {
    ...{ connection: redis, prefix: PREFIX, autorun: false },
  })
  worker.on('error', () => undefined)
  const token = randomUUID()
  const job = await worker.getNextJob(token, { block: false })
  return { worker, job, token }
}
