import type { Redis } from 'ioredis'
import { RUNS, WORKERS, workerKey } from './keys.ts'
import { workerStateSchema, type WorkerState } from './shapes.ts'

/** Milliseconds between two signs of life, and without one after which a worker is no longer listed. */
export const HEARTBEAT = 1000
export const FORGOTTEN = 15_000

export async function tellState(redis: Redis, state: WorkerState): Promise<void> {
  await redis.multi().set(workerKey(state.id), JSON.stringify(state), 'PX', FORGOTTEN).sadd(WORKERS, state.id).exec()
}

export async function leave(redis: Redis, id: string): Promise<void> {
  await redis.multi().del(workerKey(id)).srem(WORKERS, id).exec()
}

/** Whether a coordinator offers the trials of a run to workers. */
export async function isQueued(redis: Redis, runId: string): Promise<boolean> {
  return (await redis.sismember(RUNS, runId)) === 1
}

/** A worker, and the milliseconds since its last message. */
export type SeenWorker = WorkerState & { readonly silent: number }

/**
 * The workers that have recently sent a message, with the milliseconds since then.
 * @param strange Told of each message that is not of a worker of this version: anybody who reaches Redis can write there
 */
export async function workersIn(redis: Redis, strange?: (line: string) => void): Promise<SeenWorker[]> {
  const ids = (await redis.smembers(WORKERS)).toSorted()
  const found = await Promise.all(
    ids.map(async (id) => {
      const [text, left] = await Promise.all([redis.get(workerKey(id)), redis.pttl(workerKey(id))])
      if (text === null) {
        await redis.srem(WORKERS, id)
        return []
      }
      const state = stateFrom(text)
      if (state) return [{ ...state, silent: FORGOTTEN - left }]
      strange?.(`worker ${JSON.stringify(id.slice(0, 100))} is left out: its state has another shape`)
      return []
    }),
  )
  return found.flat()
}

function stateFrom(text: string): WorkerState | undefined {
  try {
    return workerStateSchema.safeParse(JSON.parse(text)).data
  } catch {
    // No JSON.
    return undefined
  }
}
