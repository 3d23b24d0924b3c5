import type { Redis } from 'ioredis'
import { WORKERS, workerKey } from './keys.ts'
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

/** A worker, and the milliseconds since its last message. */
export type SeenWorker = WorkerState & { readonly silent: number }

/** The workers that have recently sent a message, with the milliseconds since then. */
export async function workersIn(redis: Redis): Promise<SeenWorker[]> {
  const ids = (await redis.smembers(WORKERS)).toSorted()
  const found = await Promise.all(
    ids.map(async (id) => {
      const [text, left] = await Promise.all([redis.get(workerKey(id)), redis.pttl(workerKey(id))])
      if (text !== null) return [{ ...workerStateSchema.parse(JSON.parse(text)), silent: FORGOTTEN - left }]
      await redis.srem(WORKERS, id)
      return []
    }),
  )
  return found.flat()
}
