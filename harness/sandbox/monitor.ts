import type { ControlGroup, Usage } from './cgroup/types.ts'
import { MOST_ENTRIES, diskUsage } from './disk.ts'
import { mebibytes, type SandboxLimits } from './limits.ts'
import type { OpenFiles } from './open-files.ts'
import { treeUsage } from './tree.ts'
import { UnmappedMemory } from './unmapped.ts'

/** Milliseconds between two looks. A limit can be exceeded for that long where the kernel does not keep it itself. */
const PERIOD = 100
const DISK_PERIOD = 500

export interface Watched {
  readonly limits: SandboxLimits
  /** Where the kernel keeps memory and number of processes; without it, the tree is measured. */
  readonly group: ControlGroup | undefined
  /** Process ids of what was started in the sandbox. */
  readonly roots: () => readonly number[] | Promise<readonly number[]>
  /** Folders that the project can write. */
  readonly folders: () => readonly string[]
  /** Files that were removed and are still open; undefined if what is written there is bounded otherwise. */
  readonly openFiles?: OpenFiles
  /** Called once, with the name of the limit that was reached first, such as `memory limit 512 MiB`. */
  readonly onLimit: (reason: string) => void
}

/** Looks at what a sandbox uses until it is stopped, or a limit was reached. */
export class Monitor {
  readonly #watched: Watched
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #reached = false
  /** What had been used when the counting began. */
  #before: Usage = { outOfMemory: 0, outOfProcesses: 0, cpuSeconds: 0 }
  #diskAt = 0
  readonly #unmapped = new UnmappedMemory()

  constructor(watched: Watched) {
    this.#watched = watched
    this.#schedule()
  }

  /** Looks now: what has just ended may have reached a limit since the last look. */
  async look(): Promise<void> {
    await (this.#looking ??= this.#lookOnce().finally(() => (this.#looking = undefined)))
  }

  /** Begins anew after a limit was reached and everything was ended: the next command has all of it again. */
  restart(): void {
    if (this.#watched.group) this.#before = this.#watched.group.usage()
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
      this.look().then(
        () => {
          this.#schedule()
        },
        (error: unknown) => {
          this.#reach(`limits could no longer be watched: ${String(error)}`)
        },
      )
    }, PERIOD)
    this.#timer.unref()
  }

  async #lookOnce(): Promise<void> {
    if (this.#reached) return
    const reason = (await this.#usageReason()) ?? (await this.#diskReason())
    if (reason !== undefined) this.#reach(reason)
  }

  #reach(reason: string): void {
    if (this.#reached) return
    this.stop()
    this.#watched.onLimit(reason)
  }

  async #usageReason(): Promise<string | undefined> {
    const { limits, group, roots } = this.#watched
    if (group) {
      const now = group.usage()
      const cpuSeconds = now.cpuSeconds - this.#before.cpuSeconds
      if (now.outOfMemory > this.#before.outOfMemory) return `memory limit ${mebibytes(limits.memory)}`
      if (now.outOfProcesses > this.#before.outOfProcesses) return `process limit ${String(limits.processes)}`
      return cpuSeconds > limits.cpu ? `CPU limit ${String(limits.cpu)} s` : undefined
    }
    const { pids, memory, processes, cpuSeconds } = await treeUsage(await roots())
    // Too many processes take much memory between two looks, so they are the cause where both are over.
    if (processes > limits.processes) return `process limit ${String(limits.processes)}`
    const unmapped = await this.#unmapped.of(pids)
    if (memory + unmapped > limits.memory) return `memory limit ${mebibytes(limits.memory)}`
    return cpuSeconds > limits.cpu ? `CPU limit ${String(limits.cpu)} s` : undefined
  }

  async #diskReason(): Promise<string | undefined> {
    if (performance.now() < this.#diskAt + DISK_PERIOD) return undefined
    this.#diskAt = performance.now()
    const { limits, folders, openFiles } = this.#watched
    const named = await diskUsage(folders(), limits.disk, MOST_ENTRIES)
    const bytes = named > limits.disk ? named : named + ((await openFiles?.bytes(named)) ?? 0)
    return bytes > limits.disk ? `disk limit ${mebibytes(limits.disk)}` : undefined
  }
}
