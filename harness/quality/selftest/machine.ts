import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ownerMark } from '../../lib/files/owner.ts'
import type { PrivateTemporaryFolder } from './temporary.ts'
import { linkOf, read, type Family, type ProcessInfo } from './processes.ts'

/** The state of the machine, except processes, that a project could change. */
export interface MachineState {
  readonly mounts: ReadonlySet<string>
  readonly cgroups: ReadonlySet<string>
  readonly temporary: ReadonlySet<string>
  /** Inode of the socket → where it listens. */
  readonly ports: ReadonlyMap<string, string>
}

export async function machineState(temporary: PrivateTemporaryFolder): Promise<MachineState> {
  return {
    mounts: new Set(read('/proc/self/mountinfo').split('\n').filter(Boolean).map(mountPoint)),
    cgroups: new Set(controlGroups('/sys/fs/cgroup', 3)),
    temporary: new Set(await temporary.contents()),
    ports: listeners(),
  }
}

/** Milliseconds to wait for processes and mounts that are about to end. */
const GRACE = 5000

/**
 * New state of the machine that this process caused, one line each. Waits until everything is gone.
 * @param grace Milliseconds, at most
 */
export async function leftovers(
  before: MachineState,
  temporary: PrivateTemporaryFolder,
  family: Family,
  grace = GRACE,
): Promise<string[]> {
  const deadline = performance.now() + grace
  for (;;) {
    const left = [...family.scan().map(processLine), ...difference(before, await machineState(temporary), family)]
    if (left.length === 0 || performance.now() > deadline) return left
    await delay(100)
  }
}

function processLine({ pid, command }: ProcessInfo): string {
  return `process ${String(pid)} is still running: ${command.slice(0, 200)}`
}

function difference(before: MachineState, after: MachineState, family: Family): string[] {
  const added = (kind: 'mounts' | 'cgroups' | 'temporary') => [...after[kind]].filter((each) => !before[kind].has(each))
  return [
    ...added('mounts').map((each) => `mount ${each} was left behind`),
    ...added('cgroups').map((each) => `control group ${each} was left behind`),
    ...added('temporary').map((each) => `${each} was left behind`),
    ...newPorts(before, after, family),
  ]
}

/** Mount point and device of a line of mountinfo: proc_pid_mountinfo(5). */
function mountPoint(line: string): string {
  const fields = line.split(' ')
  return `${fields[4] ?? ''} (${line.split(' - ')[1] ?? ''})`
}

/** The control groups of this process, which have its mark in their names. */
function controlGroups(folder: string, depth: number): string[] {
  const names = depth === 0 ? [] : subfolders(folder)
  return names.flatMap((name) => {
    const full = path.join(folder, name)
    return [...(name.startsWith(`pe-${ownerMark()}-`) ? [full] : []), ...controlGroups(full, depth - 1)]
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

function listeners(): Map<string, string> {
  return new Map(['tcp', 'tcp6'].flatMap(listening))
}

function listening(table: string): [string, string][] {
  const lines = read(`/proc/net/${table}`).split('\n').slice(1)
  return lines.flatMap((line): [string, string][] => {
    const fields = line.trim().split(/\s+/)
    const port = Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)
    return fields[3] === LISTEN ? [[fields[9] ?? '', `${table} port ${String(port)}`]] : []
  })
}

/**
 * Listeners that this process or one of its descendants holds. Those of all other programs of the machine are theirs, also if their owner
 * began after the suite, has no parent any more, or belongs to another user.
 */
function newPorts(before: MachineState, after: MachineState, family: Family): string[] {
  const open = [...after.ports].filter(([inode]) => !before.ports.has(inode))
  if (open.length === 0) return []
  const own = new Set([process.pid, ...family.scan().map(({ pid }) => pid)].flatMap(socketsOf))
  return open.filter(([inode]) => own.has(inode)).map(([, place]) => `a listener on ${place} was left behind`)
}

/** Each link is read alone: a descriptor may have been closed since, such as the one that listed them. */
function socketsOf(pid: number): string[] {
  const folder = `/proc/${String(pid)}/fd`
  return namesIn(folder).flatMap((name) => /socket:\[(\d+)\]/.exec(linkOf(path.join(folder, name)))?.[1] ?? [])
}

/** Empty if the process has ended or belongs to another user. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
