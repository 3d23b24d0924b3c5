import type { LimitFunction } from 'p-limit'
import { pluralise } from '../../lib/wording/count.ts'

/** Milliseconds: rare enough for a log, frequent enough for a waiting user. */
const EVERY = 30_000

/** Reports regularly how many trials remain. Faults are counted only after the solution has passed. */
export function reportProgress(limit: LimitFunction, say: (text: string) => void, every = EVERY): Disposable {
  const timer = setInterval(() => {
    const remaining = limit.activeCount + limit.pendingCount
    if (remaining > 0) say(`${pluralise(remaining, 'trial')} to go`)
  }, every)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
