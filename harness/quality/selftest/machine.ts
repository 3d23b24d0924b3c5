import { readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PrivateTemporaryFolder } from './temporary.ts'
import { allProcesses, read, type Family, type ProcessInfo } from './processes.ts'

/** What a machine has that a project could leave something in, beside processes. */
export interface Stock {
  readonly mounts: ReadonlySet<string>
  readonly cgroups: ReadonlySet<string>
  readonly temporary: ReadonlySet<string>
  /** Inode of the socket → where it listens. */
  readonly ports: ReadonlyMap<string, string>
}

export async function takeStock(temporary: PrivateTemporaryFolder): Promise<Stock> {
  return {
    mounts: new Set(read('/proc/self/mountinfo').split('\n').filter(Boolean).map(mountPoint)),
    cgroups: new Set(controlGroups('/sys/fs/cgroup', 3)),
    temporary: new Set(await temporary.contents()),
    ports: new Map(['tcp', 'tcp6'].flatMap(listening)),
  }
}

/** Milliseconds that what is ending has to be gone. */
const GRACE = 5000

/**
 * What is on the machine now, was not there before, and came from this process: one line each. Waits a moment for what
 * is just ending.
 */
export async function leftovers(before: Stock, temporary: PrivateTemporaryFolder, family: Family): Promise<string[]> {
  const deadline = performance.now() + GRACE
  for (;;) {
    const left = [...family.look().map(processLine), ...difference(before, await takeStock(temporary), family)]
    if (left.length === 0 || performance.now() > deadline) return left
    await delay(100)
  }
}

function processLine({ pid, command }: ProcessInfo): string {
  return `process ${String(pid)} still runs: ${command.slice(0, 200)}`
}

function difference(before: Stock, after: Stock, family: Family): string[] {
  const extra = (what: 'mounts' | 'cgroups' | 'temporary') => [...after[what]].filter((each) => !before[what].has(each))
  return [
    ...extra('mounts').map((each) => `mount ${each} was left`),
    ...extra('cgroups').map((each) => `control group ${each} was left`),
    ...extra('temporary').map((each) => `${each} was left`),
    ...newPorts(before, after, family),
  ]
}

/** Device and place of a line of mountinfo: proc_pid_mountinfo(5). */
function mountPoint(line: string): string {
  const fields = line.split(' ')
  return `${fields[4] ?? ''} (${line.split(' - ')[1] ?? ''})`
}

/** Those that this process made, by its id in their names. */
function controlGroups(folder: string, depth: number): string[] {
  const names = depth === 0 ? [] : subfolders(folder)
  return names.flatMap((name) => {
    const full = path.join(folder, name)
    return [...(name.startsWith(`pe-${String(process.pid)}-`) ? [full] : []), ...controlGroups(full, depth - 1)]
  })
}

function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  } catch {
    return []
  }
}

/** State of a listening socket in the kernel's tables: proc_pid_net(5). */
const LISTEN = '0A'

function listening(table: string): [string, string][] {
  const lines = read(`/proc/net/${table}`).split('\n').slice(1)
  return lines.flatMap((line): [string, string][] => {
    const fields = line.trim().split(/\s+/)
    const port = Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)
    return fields[3] === LISTEN ? [[fields[9] ?? '', `${table} port ${String(port)}`]] : []
  })
}

function newPorts(before: Stock, after: Stock, family: Family): string[] {
  const open = [...after.ports].filter(([inode]) => !before.ports.has(inode))
  if (open.length === 0) return []
  const all = allProcesses()
  const foreign = [...all.keys()].filter((pid) => pid !== process.pid && family.isForeign(pid, all))
  const theirs = new Set(foreign.flatMap(socketsOf))
  return open.filter(([inode]) => !theirs.has(inode)).map(([, place]) => `somebody listens on ${place}`)
}

function socketsOf(pid: number): string[] {
  const folder = `/proc/${String(pid)}/fd`
  try {
    return readdirSync(folder).flatMap(
      (name) => /socket:\[(\d+)\]/.exec(readlinkSync(path.join(folder, name)))?.[1] ?? [],
    )
  } catch {
    return []
  }
}
