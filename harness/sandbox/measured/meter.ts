import type { ControlGroup } from '../cgroup/types.ts'
import { treeUsage } from '../tree.ts'
import { anyRuns } from './states.ts'

/** What a program has used since the gate was opened. */
export interface Used {
  readonly cpuSeconds: number
  /** The most at one time, in bytes. */
  readonly memoryBytes: number
  readonly outOfMemory: boolean
  readonly outOfProcesses: boolean
  /** Whether a process of it runs, or would run if a processor were free: it does not wait for anything of its own. */
  readonly runs: boolean
}

/** Reads what one program uses. */
export interface Meter {
  /** Call when the program is about to start. */
  start(memoryLimit: number): Promise<void>
  read(): Promise<Used>
}

/** Processor seconds that even a sleeping group takes between two looks. */
const NOISE = 0.0005

/** The kernel counts. What the sandbox itself had taken when the program started is subtracted, and added to the limit. */
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
        runs: busy || anyRuns(group.joinFiles[0]),
      })
    },
  }
}

/** Without a control group the process tree is looked at from time to time: a short peak can be missed. */
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
      const runs = now.cpuSeconds - cpu > lastCpu
      lastCpu = Math.max(lastCpu, now.cpuSeconds - cpu)
      return { cpuSeconds: lastCpu, memoryBytes: peak, outOfMemory: peak > limit, outOfProcesses: false, runs }
    },
  }
}
