import { readFileSync } from 'node:fs'

/** Ticks of /proc are hundredths of a second on every Linux, whatever the kernel's own clock. */
const TICK = 10

/** Milliseconds that a process has computed, or undefined where the system does not tell. */
export function cpuTime(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    // The name in parentheses can hold anything. Of what follows, fields 14 and 15 of proc(5) are 11 and 12.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK
  } catch {
    return undefined
  }
}
