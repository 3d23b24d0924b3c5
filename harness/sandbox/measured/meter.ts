import { readFileSync } from 'node:fs'
import type { ControlGroup } from '../cgroup/types.ts'
import { treeUsage } from '../../lib/processes/tree.ts'

/** Resource usage of a program since its start. */
export interface Used {
  readonly cpuSeconds: number
  /** Peak memory, in bytes. */
  readonly memoryBytes: number
  readonly outOfMemory: boolean
  readonly outOfProcesses: boolean
  /** `runs` if one of its processes runs, or would run if a processor were free. */
  readonly activity: Activity
}

/** Measures one program. */
export interface Meter {
  /** Call when the program is about to start. */
  start(memoryLimit: number): Promise<void>
  read(): Promise<Used>
}

/** CPU seconds that even a sleeping group takes between two readings. */
const NOISE = 0.0005

/** Uses the kernel's counters. The sandbox's own usage at the start is subtracted from them, and added to the limit. */
export function groupMeter(group: ControlGroup): Meter {
  let before = group.usage()
  let seen = before.cpuSeconds
  let share = 0
  return {
    start(memoryLimit) {
      before = group.usage()
      share = group.memory().now
      group.limitMemory(memoryLimit + share)
      return Promise.resolve()
    },
    read() {
      const now = group.usage()
      const busy = now.cpuSeconds > seen + NOISE
      seen = now.cpuSeconds
      return Promise.resolve({
        cpuSeconds: Math.max(0, now.cpuSeconds - before.cpuSeconds),
        memoryBytes: Math.max(0, group.memory().peak - share),
        outOfMemory: now.outOfMemory > before.outOfMemory,
        outOfProcesses: now.outOfProcesses > before.outOfProcesses,
        activity: busy ? 'runs' : activityOf(group.joinFiles[0]),
      })
    },
  }
}

/** Without a control group, the process tree is polled: a short peak can be missed. */
export function treeMeter(pid: number): Meter {
  let [cpu, share, peak, limit, lastCpu] = [0, 0, 0, Infinity, 0]
  return {
    async start(memoryLimit) {
      const before = await treeUsage([pid])
      ;[cpu, share, limit] = [before.cpuSeconds, before.memory, memoryLimit]
    },
    async read() {
      const now = await treeUsage([pid])
      peak = Math.max(peak, now.memory - share)
      const activity = now.cpuSeconds - cpu > lastCpu ? 'runs' : 'waits'
      lastCpu = Math.max(lastCpu, now.cpuSeconds - cpu)
      return { cpuSeconds: lastCpu, memoryBytes: peak, outOfMemory: peak > limit, outOfProcesses: false, activity }
    },
  }
}

// ---- states --------------------------------------------------------------------------------------------------------

/** Most processes that are inspected. Of more, some that follow each other stand for all. */
const MOST = 64

/**
 * Whether a process of a control group is on a processor or waits for one (`runs`), cannot be interrupted (`stuck`: it waits for a
 * disk, or for a child inside vfork, for as long as that wants), or waits by itself (`waits`). From the state in /proc/PID/stat.
 */
type Activity = 'runs' | 'stuck' | 'waits'

function activityOf(procs: string | undefined): Activity {
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
