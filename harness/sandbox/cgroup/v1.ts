import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Layout } from './types.ts'
import { counter, makeGroup, number, removeGroup } from './files.ts'

const ROOT = '/sys/fs/cgroup'
const NANOSECONDS = 1e9

/** One hierarchy for each controller. */
export const v1Layout: Layout = {
  async create(name, limits) {
    const folders = {
      memory: path.join(ROOT, 'memory', name),
      pids: path.join(ROOT, 'pids', name),
      cpuacct: path.join(ROOT, 'cpuacct', name),
    }
    await makeGroup(folders.memory, { 'memory.limit_in_bytes': String(limits.memory) })
    await makeGroup(folders.pids, { 'pids.max': String(limits.processes) })
    await makeGroup(folders.cpuacct, {})
    const all = Object.values(folders)
    return {
      version: 'cgroup v1',
      joinFiles: all.map((folder) => path.join(folder, 'cgroup.procs')),
      usage: () => ({
        outOfMemory: counter(path.join(folders.memory, 'memory.oom_control'), 'oom_kill'),
        outOfProcesses: counter(path.join(folders.pids, 'pids.events'), 'max'),
        cpuSeconds: number(path.join(folders.cpuacct, 'cpuacct.usage')) / NANOSECONDS,
      }),
      memory: () => ({
        now: number(path.join(folders.memory, 'memory.usage_in_bytes')),
        peak: number(path.join(folders.memory, 'memory.max_usage_in_bytes')),
      }),
      limitMemory(bytes) {
        writeFileSync(path.join(folders.memory, 'memory.limit_in_bytes'), String(bytes))
      },
      async remove() {
        for (const folder of all) await removeGroup(folder)
      },
    }
  },
}
