import { readFileSync, readlinkSync } from 'node:fs'

/** The number by which Linux knows the calling thread; undefined elsewhere. */
export function ownThread(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const thread = Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1])
  return Number.isInteger(thread) ? thread : undefined
}

/** Milliseconds for which a thread of this process has been ready and has not had a processor; 0 where nobody counts them. */
export function queueingOf(thread: number): number {
  try {
    const [, nanoseconds] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')
    return (Number(nanoseconds) || 0) / 1e6
  } catch {
    // A thread that has ended waits for nothing, and some kernels do not count.
    return 0
  }
}
