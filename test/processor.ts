/** Limits in processor time hold on a busy machine, too: a process that waits for a processor uses none. */

/** Starts to measure. @returns The milliseconds of processor time that this process, with all of its threads, has used since */
export function processorTime(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

/** Starts to watch this thread. @returns The most processor time (ms) that went by while the thread ran no timer */
export function longestBlock(): () => number {
  let longest = 0
  let used = processorTime()
  const look = () => {
    longest = Math.max(longest, used())
    used = processorTime()
  }
  const timer = setInterval(look, 10)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}
