import type { Redis } from 'ioredis'
import { messageOf } from '../../errors.ts'

/** Whether a key in Redis has a value of another type: anyone who reaches Redis can write one. */
export function isWrongType(error: unknown): boolean {
  return messageOf(error).includes('WRONGTYPE')
}

/** Repeats an action after it has removed its key, if that has a value of another type. */
export async function withOwnType<T>(redis: Redis, key: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!isWrongType(error)) throw error
    await redis.del(key)
    return await action()
  }
}
