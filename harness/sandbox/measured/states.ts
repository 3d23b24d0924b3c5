import { readFileSync } from 'node:fs'

/** Most processes that are inspected; a program with more counts as busy. */
const MOST = 64

/** Whether a process of a control group is on a processor or waits for one, from the state in /proc/PID/stat. */
export function anyRuns(procs: string | undefined): boolean {
  if (procs === undefined) return false
  const pids = textOf(procs).split('\n').filter(Boolean)
  return pids.length > MOST || pids.some((pid) => isRunning(textOf(`/proc/${pid}/stat`)))
}

function isRunning(stat: string): boolean {
  const state = stat.slice(stat.lastIndexOf(')') + 2)[0]
  return state === 'R' || state === 'D'
}

/** Empty if the process is gone. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
