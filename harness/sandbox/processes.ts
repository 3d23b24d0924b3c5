import path from 'node:path'
import { spawnGroup, type SpawnOptions } from '../lib/processes/spawn.ts'
import type { EndCause, Running, SandboxCommand } from '../contracts/types.ts'
import type { ControlGroup } from './cgroup/types.ts'
import { MOST_ENTRIES, diskUsage } from './disk.ts'
import type { SandboxLimits } from './limits.ts'
import { Monitor } from './monitor.ts'
import { OpenFiles } from './open-files.ts'

const OUTPUT_LIMIT = 512 * 1024

export interface ProcessesSetup {
  /** Folder of the trial; commands run in the folders directly below it. */
  readonly scratch: string
  readonly limits: SandboxLimits
  readonly group: ControlGroup | undefined
  /** Whether the program before the command says that it could not be executed. */
  readonly couldNotStart: (code: number | null, errors: string) => boolean
}

/** The folder directly below the scratch folder that holds the folder of a command: it is shown to the command as its project. */
export function workspaceRoot(scratch: string, cwd: string): string {
  const [first = ''] = path.relative(scratch, cwd).split(path.sep)
  return path.join(scratch, first)
}

/** The processes of a sandbox. If together they reach a limit, all are ended; the next command has the full limits again. */
export class SandboxProcesses implements AsyncDisposable {
  readonly #setup: ProcessesSetup
  readonly #running: Running[] = []
  /** Folders that commands have run in. */
  readonly #roots = new Set<string>()
  readonly #openFiles: OpenFiles
  readonly #monitor: Monitor
  /** The limit for which all processes were ended. */
  #reached: EndCause | undefined
  #problem: string | undefined

  constructor(setup: ProcessesSetup) {
    const { scratch, limits, group } = setup
    const pids = () => this.#running.map(({ pid }) => pid)
    this.#setup = setup
    this.#openFiles = new OpenFiles(scratch, pids)
    this.#monitor = new Monitor({
      limits,
      group,
      roots: pids,
      openFiles: this.#openFiles,
      folders: () => [...this.#roots],
      onLimit: (reached) => {
        this.#endAll(reached)
      },
      onFailure: (problem) => {
        this.#problem = problem
        this.#endAll({ cause: problem })
      },
    })
  }

  /** Call before each command. @returns The folder that is shown to the command as its project */
  async prepare({ cwd, home }: SandboxCommand): Promise<string> {
    if (this.#reached !== undefined) await this.#restart()
    const root = workspaceRoot(this.#setup.scratch, cwd)
    this.#roots.add(root)
    if (home !== undefined) this.#roots.add(home)
    return root
  }

  async start(command: SandboxCommand, how: Pick<SpawnOptions, 'argv' | 'cwd' | 'env'>): Promise<Running> {
    const child = await spawnGroup({
      ...how,
      stdin: command.stdin,
      outputLimit: command.outputLimit ?? OUTPUT_LIMIT,
      endAtLimit: command.endAtLimit ?? false,
      causeAtExit: (code, errors) => this.#causeAtExit(code, errors),
    })
    this.#running.push(child)
    return child
  }

  /** Bytes on disk of removed files that processes still hold. */
  async openBytes(): Promise<number> {
    return this.#openFiles.bytes(await diskUsage([...this.#roots], Infinity, MOST_ENTRIES))
  }

  /** Why limits could not be checked. */
  problem(): string | undefined {
    return this.#problem
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#monitor.stop()
    await Promise.all(this.#running.map((child) => child.end('ended with its trial')))
  }

  async #restart(): Promise<void> {
    await Promise.all(this.#running.map(({ exit }) => exit))
    this.#running.length = 0
    this.#roots.clear()
    this.#reached = undefined
    this.#monitor.restart()
  }

  #endAll(cause: EndCause): void {
    this.#reached = cause
    for (const child of this.#running) void child.end(cause)
  }

  async #causeAtExit(code: number | null, errors: string): Promise<EndCause | undefined> {
    // It may have reached a limit since the last check.
    await this.#monitor.check()
    if (this.#reached !== undefined) return this.#reached
    const failed = this.#setup.couldNotStart(code, errors)
    return failed ? { cause: 'the program does not exist or is not executable' } : undefined
  }
}
