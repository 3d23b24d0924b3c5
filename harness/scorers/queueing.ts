import { readFileSync, readlinkSync } from 'node:fs'

/** The Linux id of the calling thread; undefined on other systems. */
export function ownThread(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const thread = Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1])
  return Number.isInteger(thread) ? thread : undefined
}

/** Milliseconds for which a thread of this process was runnable without a CPU; 0 if the system does not count them. */
export function queueingOf(thread: number): number {
  try {
    const [, nanoseconds] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')
    return (Number(nanoseconds) || 0) / 1e6
  } catch {
    // The thread has ended, or the kernel has no schedstat.
    return 0
  }
}
