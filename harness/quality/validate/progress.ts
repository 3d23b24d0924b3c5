import type { LimitFunction } from 'p-limit'
import { counted } from '../../lib/wording/count.ts'

/** Milliseconds: seldom enough for a log, often enough for somebody who waits. */
const EVERY = 30_000

/** Says again and again how much is still to be done, as far as it is known: faults are known once a solution has passed. */
export function sayProgress(limit: LimitFunction, say: (text: string) => void, every = EVERY): Disposable {
  const timer = setInterval(() => {
    const left = limit.activeCount + limit.pendingCount
    if (left > 0) say(`${counted(left, 'trial')} to go`)
  }, every)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
