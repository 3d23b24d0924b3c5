import type { Redis } from 'ioredis'
import { RUNS, WORKERS, workerKey } from './keys.ts'
import { isWrongType, withOwnType } from './wrong-type.ts'
import { workerStateSchema, type WorkerState } from './shapes.ts'

/** Milliseconds between two signs of life. */
export const HEARTBEAT = 1000
/** Seconds without a sign after which a worker that serves no run counts as dead. */
export const IDLE_LEASE = 15

export async function tellState(redis: Redis, state: WorkerState): Promise<void> {
  const kept = keptFor(state)
  await redis.multi().set(workerKey(state.id), JSON.stringify(state), 'PX', kept).sadd(WORKERS, state.id).exec()
}

/** Milliseconds after its last sign for which a worker is listed: for half of them as a dead one. */
function keptFor({ lease }: Pick<WorkerState, 'lease'>): number {
  return Math.ceil(2000 * lease)
}

export async function leave(redis: Redis, id: string): Promise<void> {
  await redis.multi().del(workerKey(id)).srem(WORKERS, id).exec()
}

/** Whether a coordinator offers the trials of a run to workers. */
export async function isQueued(redis: Redis, runId: string): Promise<boolean> {
  const isThere = await redis.sismember(RUNS, runId).catch((error: unknown) => {
    if (isWrongType(error)) return 0
    throw error
  })
  return isThere === 1
}

/** A worker, and the milliseconds since its last message. */
export type SeenWorker = WorkerState & {
  readonly silent: number
  /** Whether that is longer than its lease: other workers get its trials. */
  readonly dead: boolean
}

/**
 * The workers that have recently sent a message, and those that died a short while ago.
 * @param strange Told of each message that is not of a worker of this version: anybody who reaches Redis can write there
 */
export async function workersIn(redis: Redis, strange?: (line: string) => void): Promise<SeenWorker[]> {
  const ids = (await withOwnType(redis, WORKERS, () => redis.smembers(WORKERS))).toSorted()
  const found = await Promise.all(
    ids.map(async (id) => {
      const [text, left] = await Promise.all([textAt(redis, workerKey(id)), redis.pttl(workerKey(id))])
      if (text === null) {
        await redis.srem(WORKERS, id)
        return []
      }
      const state = stateFrom(text)
      if (state) return [seen(state, left)]
      strange?.(`worker ${JSON.stringify(id.slice(0, 100))} is left out: its state has another shape`)
      return []
    }),
  )
  return found.flat()
}

/** A value of another type is no state of a worker. */
async function textAt(redis: Redis, key: string): Promise<string | null> {
  return redis.get(key).catch((error: unknown) => {
    if (isWrongType(error)) return ''
    throw error
  })
}

/** @param left Milliseconds until Redis forgets it; negative if it just has */
function seen(state: WorkerState, left: number): SeenWorker {
  const silent = keptFor(state) - Math.max(0, left)
  return { ...state, silent, dead: silent >= 1000 * state.lease }
}

function stateFrom(text: string): WorkerState | undefined {
  try {
    return workerStateSchema.safeParse(JSON.parse(text)).data
  } catch {
    // No JSON.
    return undefined
  }
}
