import type { ControlGroup, Usage } from './cgroup/types.ts'
import { MOST_ENTRIES, diskUsage } from './disk.ts'
import type { EndCause } from '../contracts/types.ts'
import { limitReached, type SandboxLimits } from './limits.ts'
import type { OpenFiles } from './open-files.ts'
import { messageOf } from '../errors.ts'
import { treeUsage } from '../lib/processes/tree.ts'
import { UnmappedMemory } from './unmapped.ts'

/** Milliseconds between two checks. A limit that the kernel does not enforce can be exceeded for that long. */
const PERIOD = 100
const DISK_PERIOD = 500

export interface Watched {
  readonly limits: SandboxLimits
  /** Limits memory and number of processes; without it, the process tree is measured. */
  readonly group: ControlGroup | undefined
  /** Ids of the processes that were started in the sandbox. */
  readonly roots: () => readonly number[] | Promise<readonly number[]>
  /** Folders that the project can write. */
  readonly folders: () => readonly string[]
  /** Counts removed files that are still open; undefined if they are bounded in another way. */
  readonly openFiles?: OpenFiles
  /** Called once, with the first limit that was reached. */
  readonly onLimit: (reached: EndCause) => void
  /** Called once, if the limits can no longer be checked: the machine's fault, and nothing may run without limits. */
  readonly onFailure: (problem: string) => void
}

/** Checks the usage of a sandbox until it is stopped or a limit is reached. */
export class Monitor {
  readonly #watched: Watched
  #timer: NodeJS.Timeout | undefined
  #checking: Promise<void> | undefined
  #reached = false
  /** Usage at the last restart. */
  #baseline: Usage = { outOfMemory: 0, outOfProcesses: 0, cpuSeconds: 0 }
  #diskAt = 0
  readonly #unmapped = new UnmappedMemory()

  constructor(watched: Watched) {
    this.#watched = watched
    this.#schedule()
  }

  /** Checks now: a process that has just ended may have reached a limit since the last check. */
  async check(): Promise<void> {
    // A check that is under way may have read the counters before that process ended.
    await this.#checking
    await this.#checkAlone()
  }

  async #checkAlone(): Promise<void> {
    await (this.#checking ??= this.#checkOnce().finally(() => (this.#checking = undefined)))
  }

  /** Resets the usage after a limit ended all processes, so that the next command has the full limits. */
  restart(): void {
    if (this.#watched.group) this.#baseline = this.#watched.group.usage()
    this.#reached = false
    this.#schedule()
  }

  stop(): void {
    this.#reached = true
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#reached) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#checkAlone().then(
        () => {
          this.#schedule()
        },
        (error: unknown) => {
          this.stop()
          this.#watched.onFailure(`the resource limits could no longer be checked: ${messageOf(error)}`)
        },
      )
    }, PERIOD)
    this.#timer.unref()
  }

  async #checkOnce(): Promise<void> {
    if (this.#reached) return
    const reason = (await this.#usageReason()) ?? (await this.#diskReason())
    if (reason !== undefined) this.#reach(reason)
  }

  #reach(reached: EndCause): void {
    if (this.#reached) return
    this.stop()
    this.#watched.onLimit(reached)
  }

  async #usageReason(): Promise<EndCause | undefined> {
    const { limits, group, roots } = this.#watched
    if (group) {
      const now = group.usage()
      const cpuSeconds = now.cpuSeconds - this.#baseline.cpuSeconds
      if (now.outOfMemory > this.#baseline.outOfMemory) return limitReached('memory', limits)
      if (now.outOfProcesses > this.#baseline.outOfProcesses) return limitReached('processes', limits)
      return cpuSeconds > limits.cpu ? limitReached('cpu', limits) : undefined
    }
    const { pids, memory, processes, cpuSeconds } = await treeUsage(await roots())
    // Too many processes also use much memory, so they are the cause if both limits are exceeded.
    if (processes > limits.processes) return limitReached('processes', limits)
    const unmapped = await this.#unmapped.of(pids)
    if (memory + unmapped > limits.memory) return limitReached('memory', limits)
    return cpuSeconds > limits.cpu ? limitReached('cpu', limits) : undefined
  }

  async #diskReason(): Promise<EndCause | undefined> {
    if (performance.now() < this.#diskAt + DISK_PERIOD) return undefined
    this.#diskAt = performance.now()
    const { limits, folders, openFiles } = this.#watched
    const named = await diskUsage(folders(), limits.disk, MOST_ENTRIES)
    const bytes = named > limits.disk ? named : named + ((await openFiles?.bytes(named)) ?? 0)
    return bytes > limits.disk ? limitReached('disk', limits) : undefined
  }
}
