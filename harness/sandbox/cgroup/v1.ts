import { writeFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { SandboxLimits } from '../limits.ts'
import type { Layout } from './types.ts'
import { counter, makeGroup, number, removeGroup } from './files.ts'

const ROOT = '/sys/fs/cgroup'
const NANOSECONDS = 1e9
/** Microseconds in which the quota of a group is counted, as by default. */
const PERIOD = 100_000

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
    const all = [...Object.values(folders), ...(await sharesGroup(name, limits))]
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

/**
 * The group of `cpu`, if it has a hierarchy of its own and not that of `cpuacct`, as on most systems. It has the same share of the processor as
 * one process outside, however many processes it has, so a project that keeps many busy takes no time from other trials.
 * @returns Nothing if this user cannot create it: the limits of the other groups hold without it
 */
async function sharesGroup(name: string, { processors }: Pick<SandboxLimits, 'processors'>): Promise<string[]> {
  const [shares, counts] = await Promise.all(
    ['cpu', 'cpuacct'].map((controller) => realpath(path.join(ROOT, controller)).catch(() => undefined)),
  )
  const quota: Record<string, string> =
    processors === undefined ? {} : { 'cpu.cfs_quota_us': String(processors * PERIOD) }
  if (shares === undefined) return []
  const folder = path.join(ROOT, 'cpu', name)
  if (shares === counts) {
    // The group is there already, as that of `cpuacct`.
    for (const [file, value] of Object.entries(quota)) writeFileSync(path.join(folder, file), value)
    return []
  }
  return makeGroup(folder, quota).then(
    () => [folder],
    () => [],
  )
}
