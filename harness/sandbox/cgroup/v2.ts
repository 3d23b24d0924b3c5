import { existsSync, writeFileSync } from 'node:fs'
import { access, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Layout } from './types.ts'
import { counter, makeGroup, number, removeGroup } from './files.ts'

const ROOT = '/sys/fs/cgroup'
const MICROSECONDS = 1e6
/** Microseconds in which the quota of a group is counted, as by default. */
const PERIOD = 100_000

/** One hierarchy for all controllers. Root creates groups at the top, other users below the group delegated to them. */
export const v2Layout: Layout = {
  async create(name, limits) {
    const parent = process.getuid?.() === 0 ? ROOT : await ownGroup()
    // Only a unified hierarchy has this file; otherwise the folder may be an ordinary writable one.
    await access(path.join(parent, 'cgroup.controllers'))
    await writeFile(path.join(parent, 'cgroup.subtree_control'), '+memory +pids +cpu')
    const folder = path.join(parent, name)
    await makeGroup(folder, {
      'memory.max': String(limits.memory),
      'pids.max': String(limits.processes),
      ...(limits.processors === undefined
        ? {}
        : { 'cpu.max': `${String(limits.processors * PERIOD)} ${String(PERIOD)}` }),
    })
    return {
      version: 'cgroup v2',
      joinFiles: [path.join(folder, 'cgroup.procs')],
      usage: () => ({
        outOfMemory: counter(path.join(folder, 'memory.events'), 'oom_kill'),
        outOfProcesses: counter(path.join(folder, 'pids.events'), 'max'),
        cpuSeconds: counter(path.join(folder, 'cpu.stat'), 'usage_usec') / MICROSECONDS,
      }),
      memory() {
        const now = number(path.join(folder, 'memory.current'))
        // Kernels before 5.19 keep no peak.
        const peak = path.join(folder, 'memory.peak')
        return { now, peak: existsSync(peak) ? number(peak) : now }
      },
      limitMemory(bytes) {
        writeFileSync(path.join(folder, 'memory.max'), String(bytes))
      },
      remove: () => removeGroup(folder),
    }
  },
}

async function ownGroup(): Promise<string> {
  const line = (await readFile('/proc/self/cgroup', 'utf8')).split('\n').find((each) => each.startsWith('0::'))
  if (line === undefined) throw new Error('this process is not in a unified control group (/proc/self/cgroup)')
  return path.join(ROOT, line.slice(3))
}
