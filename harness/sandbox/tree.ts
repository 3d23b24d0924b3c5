import { readFile, readdir } from 'node:fs/promises'

/** What a tree of processes uses, summed up. */
export interface TreeUsage {
  /** The processes of the tree. */
  readonly pids: readonly number[]
  readonly memory: number
  /** Threads count as processes, as they do for the kernel's own limits. */
  readonly processes: number
  readonly cpuSeconds: number
}

/** Both are fixed on all systems that Node runs on with /proc. */
const PAGE = 4096
const TICKS_PER_SECOND = 100

interface Entry {
  readonly parent: number
  readonly threads: number
  readonly memory: number
  readonly cpuSeconds: number
}

/**
 * Reads /proc for the processes below some roots, the roots included. Inside a pid namespace nothing can leave the tree:
 * orphans are taken over by the namespace's own first process.
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

/** Process ids of the same tree. */
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

async function allEntries(): Promise<Map<number, Entry>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)))
  const entries = new Map<number, Entry>()
  for (const [index, stat] of stats.entries()) {
    if (stat !== undefined) entries.set(Number(pids[index]), parseStat(stat))
  }
  return entries
}

/** The name in parentheses may hold anything, so the fields are counted from its end: proc(5), state is the third. */
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
    // Own and waited-for children's, user and system.
    cpuSeconds: (at(14) + at(15) + at(16) + at(17)) / TICKS_PER_SECOND,
  }
}
