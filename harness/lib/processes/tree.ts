import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'

/** Total usage of a process tree. */
export interface TreeUsage {
  readonly pids: readonly number[]
  /** Bytes. */
  readonly memory: number
  /** Threads count as processes, as in the kernel's own limits. */
  readonly processes: number
  readonly cpuSeconds: number
}

/** Units of /proc/PID/stat, assumed to be the same on all systems. */
const PAGE = 4096
const TICKS_PER_SECOND = 100

interface Entry {
  readonly parent: number
  readonly threads: number
  readonly memory: number
  readonly cpuSeconds: number
}

/**
 * Sums up the usage of the roots and all their descendants, from /proc. In a pid namespace no process can leave the tree:
 * orphans become children of the namespace's first process.
 */
export async function treeUsage(roots: readonly number[]): Promise<TreeUsage> {
  const tree = await treeOf(roots)
  const members = [...tree.values()]
  return {
    pids: [...tree.keys()],
    memory: members.reduce((sum, { memory }) => sum + memory, 0),
    processes: members.reduce((sum, { threads }) => sum + threads, 0),
    cpuSeconds: members.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  }
}

/** Process ids of the roots and all their descendants. */
export async function treeMembers(roots: readonly number[]): Promise<number[]> {
  return [...(await treeOf(roots)).keys()]
}

async function treeOf(roots: readonly number[]): Promise<Map<number, Entry>> {
  const entries = await allEntries()
  const inTree = new Map<number, boolean>(roots.map((pid) => [pid, true]))
  const belongs = (pid: number): boolean => {
    const known = inTree.get(pid)
    if (known !== undefined) return known
    inTree.set(pid, false)
    const entry = entries.get(pid)
    const result = entry !== undefined && belongs(entry.parent)
    inTree.set(pid, result)
    return result
  }
  return new Map([...entries].filter(([pid]) => belongs(pid)))
}

/** Processes between two yields to the event loop. Reading one takes microseconds; asynchronously, it takes ten times as long. */
const SLICE = 200

async function allEntries(): Promise<Map<number, Entry>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const entries = new Map<number, Entry>()
  for (const [index, pid] of pids.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate()
    const stat = statOf(pid)
    if (stat !== undefined) entries.set(Number(pid), parseStat(stat))
  }
  return entries
}

/** Undefined if the process has ended. */
function statOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}

/** Parses proc(5) stat. The name in parentheses may contain anything, so fields are counted from its end; state is field 3. */
function parseStat(stat: string): Entry {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = (field: number) => fields[field - 3] ?? 0
  return {
    parent: at(4),
    threads: at(20),
    memory: at(24) * PAGE,
    // User and system time, of the process and of the children that it has waited for.
    cpuSeconds: (at(14) + at(15) + at(16) + at(17)) / TICKS_PER_SECOND,
  }
}
