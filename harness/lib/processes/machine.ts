/** Processors, memory and pressure of the machine, or of the container that this process is limited to. */
import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Where the kernel tells about itself; other folders only in tests. */
export interface KernelFiles {
  readonly cgroup: string
  readonly proc: string
}
const KERNEL: KernelFiles = { cgroup: '/sys/fs/cgroup', proc: '/proc' }

/** Number of processors that may be used, at least 1: a limit of a container may be a fraction. */
export function processors(files: KernelFiles = KERNEL): number {
  const quotas = [...groupsOf(files, '').map(quotaV2), ...groupsOf(files, 'cpu').map(quotaV1)]
  return Math.max(1, Math.floor(Math.min(os.availableParallelism(), ...quotas.filter((quota) => quota !== undefined))))
}

/** Bytes of memory that may still be used. */
export function freeMemory(files: KernelFiles = KERNEL): number {
  const limits = [
    ...groupsOf(files, '').map((group) => bytesLeft(group, 'memory.max', 'memory.current', 'inactive_file')),
    ...groupsOf(files, 'memory').map((group) =>
      bytesLeft(group, 'memory.limit_in_bytes', 'memory.usage_in_bytes', 'total_inactive_file'),
    ),
    availableKiB(files.proc),
  ]
  return Math.min(...limits.filter((bytes) => bytes !== undefined), os.totalmem())
}

/** How the shortage of processor time is measured. */
export type PressureSignal = 'psi' | 'run-queue' | 'load'

/** Milliseconds between two readings, at least and at most: the average of a longer time says little about the last moments. */
export const LEAST_INTERVAL = 500
export const MOST_INTERVAL = 3000

/**
 * Measures which share of the time programs had to wait for a processor, between one reading and the next. Uses the kernel's
 * pressure stall information; else the programs that are ready to run; else the system's load.
 */
export class Pressure {
  readonly signal: PressureSignal
  readonly #files: KernelFiles
  readonly #now: () => number
  #last: { readonly at: number; readonly stalled: number } | undefined
  #share = 0

  constructor(files: KernelFiles = KERNEL, now: () => number = () => performance.now()) {
    this.#files = files
    this.#now = now
    this.signal = stalledMs(files) !== undefined ? 'psi' : readyPrograms(files) !== undefined ? 'run-queue' : 'load'
    this.read()
  }

  /**
   * From 0, nothing waits, to 1. Readings in quick succession give the same value. A reading long after the one before only begins to
   * measure, and gives 1: the last moments are unknown.
   */
  read(): number {
    const at = this.#now()
    if (this.#last !== undefined && at - this.#last.at < LEAST_INTERVAL) return this.#share
    const stalled = stalledMs(this.#files)
    if (stalled === undefined) this.#share = overload(readyPrograms(this.#files) ?? os.loadavg()[0] ?? 0, this.#files)
    else if (this.#last !== undefined) this.#share = shareOf(stalled - this.#last.stalled, at - this.#last.at)
    this.#last = { at, stalled: stalled ?? 0 }
    return this.#share
  }
}

function shareOf(stalled: number, elapsed: number): number {
  return elapsed > MOST_INTERVAL ? 1 : Math.min(1, stalled / elapsed)
}

/** The share of programs that have no processor; this process is ready to run while it reads, so it is left out. */
function overload(ready: number, files: KernelFiles): number {
  const others = Math.max(0, ready - 1)
  return others === 0 ? 0 : Math.max(0, 1 - processors(files) / others)
}

/** Milliseconds since the start of the system in which at least one program waited for a processor. */
function stalledMs({ cgroup, proc }: KernelFiles): number | undefined {
  const text = textOf(path.join(cgroup, 'cpu.pressure')) ?? textOf(path.join(proc, 'pressure/cpu'))
  const found = /^some .*\btotal=(\d+)/m.exec(text ?? '')?.[1]
  return found === undefined ? undefined : Number(found) / 1000
}

function readyPrograms({ proc }: KernelFiles): number | undefined {
  const found = /^procs_running (\d+)/m.exec(textOf(path.join(proc, 'stat')) ?? '')?.[1]
  return found === undefined ? undefined : Number(found)
}

/**
 * The folders of this process's control group and of all groups that contain it: the limits of each hold. In a container they
 * may be the root alone, whatever the kernel calls the group, so that is always one of them.
 * @param controller Of version 1, such as `memory`; empty for version 2
 */
function groupsOf({ cgroup, proc }: KernelFiles, controller: string): string[] {
  const root = path.join(cgroup, controller)
  const own = (textOf(path.join(proc, 'self/cgroup')) ?? '')
    .split('\n')
    .map((line) => /^\d+:([^:]*):\/(.*)$/.exec(line))
    .find((found) => found?.[1]?.split(',').includes(controller))
  const names = (own?.[2] ?? '').split('/').filter((name) => name !== '' && name !== '..')
  return [root, ...names.map((_, index) => path.join(root, ...names.slice(0, index + 1)))]
}

function quotaV2(group: string): number | undefined {
  const [quota, period] = (textOf(path.join(group, 'cpu.max')) ?? '').trim().split(' ').map(Number)
  return quota !== undefined && period !== undefined && quota > 0 ? quota / period : undefined
}

function quotaV1(group: string): number | undefined {
  const [quota, period] = ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((name) => numberIn(path.join(group, name)))
  return quota !== undefined && period !== undefined && quota > 0 && period > 0 ? quota / period : undefined
}

/** Undefined without a limit: the text `max`, or a number above all memory. */
function bytesLeft(group: string, limit: string, usage: string, cached: string): number | undefined {
  const [most, used] = [limit, usage].map((name) => numberIn(path.join(group, name)))
  if (most === undefined || used === undefined || most > os.totalmem()) return undefined
  // The kernel gives up the cache of files that nobody reads when a program needs memory.
  const found = new RegExp(`^${cached} (\\d+)$`, 'm').exec(textOf(path.join(group, 'memory.stat')) ?? '')?.[1]
  return Math.max(0, most - used + Number(found ?? 0))
}

function availableKiB(proc: string): number | undefined {
  const found = /^MemAvailable:\s+(\d+) kB/m.exec(textOf(path.join(proc, 'meminfo')) ?? '')?.[1]
  return found === undefined ? os.freemem() : Number(found) * 1024
}

function numberIn(file: string): number | undefined {
  const text = textOf(file)?.trim()
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined
}

/** Undefined if there is no such file: other systems have other files. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
