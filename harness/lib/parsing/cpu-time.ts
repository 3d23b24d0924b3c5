import { readFileSync } from 'node:fs'

/** Milliseconds per tick: /proc counts hundredths of a second on every Linux. */
const TICK = 10

/** CPU time of a process in milliseconds; undefined if the system does not report it. */
export function cpuTime(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    // The name in parentheses may contain anything. After it, utime and stime (14 and 15 in proc(5)) have indices 11 and 12.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK
  } catch {
    return undefined
  }
}
