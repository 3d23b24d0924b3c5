import { readFileSync } from 'node:fs'

/** Most processes that are inspected. Of more, some that follow each other stand for all. */
const MOST = 64

/**
 * Whether a process of a control group is on a processor or waits for one (`runs`), cannot be interrupted (`stuck`: it waits for a
 * disk, or for a child inside vfork, for as long as that wants), or waits by itself (`waits`). From the state in /proc/PID/stat.
 */
export type Activity = 'runs' | 'stuck' | 'waits'

export function activityOf(procs: string | undefined): Activity {
  if (procs === undefined) return 'waits'
  const pids = textOf(procs).split('\n').filter(Boolean)
  const from = Math.floor(Math.random() * Math.max(1, pids.length - MOST + 1))
  const states = pids.slice(from, from + MOST).map(stateOf)
  if (states.includes('R')) return 'runs'
  return states.includes('D') ? 'stuck' : 'waits'
}

function stateOf(pid: string): string | undefined {
  const stat = textOf(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2)[0]
}

/** Empty if the process is gone. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
