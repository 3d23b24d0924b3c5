import { readFileSync } from 'node:fs'

/** Milliseconds per tick: /proc counts hundredths of a second on every Linux. */
const TICK = 10

/** CPU time of a process in milliseconds, all threads together; undefined if the system does not report it. */
export function cpuTimeOf(pid: number): number | undefined {
  const stat = read(pid, 'stat')
  if (stat === undefined) return undefined
  // The name in parentheses may contain anything. After it, utime and stime (14 and 15 in proc(5)) have indices 11 and 12.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK
}

/** Memory that a process does not share with files, in MiB; undefined if the system does not report it. */
export function memoryOf(pid: number): number | undefined {
  const kibibytes = /^RssAnon:\s+(\d+) kB/m.exec(read(pid, 'status') ?? '')?.[1]
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024
}

/** Milliseconds for which the main thread of a process was runnable without a CPU; 0 if the system does not count them. */
export function queueingOf(pid: number): number {
  const [, nanoseconds] = (read(pid, 'schedstat') ?? '').split(' ')
  return (Number(nanoseconds) || 0) / 1e6
}

/** Undefined if the process has ended or the system has no such file. */
function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
