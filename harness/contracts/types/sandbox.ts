import type { LimitKind } from '../vocabulary.ts'
import type { Display } from './display.ts'

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Why the harness ended the process, if it did. The first cause wins. */
  readonly cause?: string
  /** The limit that the process reached, if that is the cause. */
  readonly limit?: LimitKind
}

/** Why a process is ended. */
export interface EndCause {
  /** Such as `memory limit 512 MiB`. */
  readonly cause: string
  readonly limit?: LimitKind
}

export interface SandboxCommand {
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Variables that must not be on a command line, where other users of this machine could read them. */
  readonly secrets?: Readonly<Record<string, string>>
  /** Absolute folder on the host, inside the workspace. */
  readonly cwd: string
  /**
   * Absolute folder on the host, inside the scratch folder, that is its HOME: what a program saves there is there when it is started again.
   * By default, its HOME is empty at each start.
   */
  readonly home?: string
  /** `keep`: stdin stays open for writing; `none`: closed from the start. */
  readonly stdin: 'keep' | 'none'
  /** Bytes of output to keep. More output is dropped or, with `endAtLimit`, ends the program. */
  readonly outputLimit?: number
  readonly endAtLimit?: boolean
}

/** A process in a sandbox, with all processes that it starts. */
export interface Running extends AsyncDisposable {
  readonly pid: number
  /** Never rejects. */
  readonly exit: Promise<Exit>
  readonly stdout: Output
  readonly stderr: Output
  write(text: string): void
  closeInput(): void
  /** Ends the whole process group. `cause` is recorded in the exit if it is the first one. */
  end(cause: string | EndCause): Promise<Exit>
}

/** The output of a process so far, bounded. */
export interface Output {
  text(): string
  /** Calls the listener with each new piece of output. The returned function removes the listener. */
  onChange(listener: (added: string) => void): () => void
}

/** A sandbox for produced code; one for each trial. Disposing it kills every process that was started in it. */
export interface Sandbox extends AsyncDisposable {
  readonly name: string
  /** Whether each trial has its own loopback, so that two projects can bind the same port. */
  readonly privateLoopback: boolean
  /** Sandbox of the browser of this trial. Without one, any browser of this machine reaches the project. */
  readonly browser?: BrowserSandbox
  /**
   * Starts a display that only the judge and the commands of this sandbox reach. The method is missing if the sandbox cannot keep it
   * apart from the machine's own displays.
   * @throws MachineFault if this machine has no X server, or it does not start
   */
  openDisplay?(size: { readonly width: number; readonly height: number }): Promise<Display>
  /** The ports of the trial's own loopback that processes listen on. They cannot be reached from outside. */
  listening?(): Promise<readonly number[]>
  /**
   * Mounts a folder of the host read-only: at a path relative to the folder of each command, or at its own absolute path.
   * @param variable Environment variable that is set to that path
   * @param scratch Names of its subfolders that are writable while a program runs
   */
  provide(from: string, at: string, variable?: string, scratch?: readonly string[]): Promise<void>
  /** The host that package clients could not reach at the last attempt, such as `registry.npmjs.org:443 (ENOTFOUND)`. */
  unreachable?(): Promise<string | undefined>
  /**
   * The hosts of a package client's registry that the harness cannot reach now; undefined if it reaches all. The method is missing
   * if the sandbox allows no registry.
   */
  registryProblem?(client: 'npm' | 'pip'): Promise<string | undefined>
  /** Bytes on disk of deleted files that its processes still have open. */
  openBytes?(): Promise<number>
  /** Runs one program and measures it; see `MeasuredCommand`. */
  measure(command: MeasuredCommand): Promise<Measured>
  /** Why the limits of this sandbox could not be checked, which is never the project's fault; undefined if they could. */
  problem?(): string | undefined
  spawn(command: SandboxCommand): Promise<Running>
}

/** Limits of one measured program. */
export interface MeasuredLimits {
  /** Processor time of all its processes together. */
  readonly cpuSeconds: number
  /** Time that it waits, for example sleeping. Waiting for a free processor on a busy machine does not count. */
  readonly wallSeconds: number
  readonly memoryBytes: number
  /** Bytes that it prints. */
  readonly outputBytes: number
  /** Bytes that it adds to its folder. */
  readonly diskBytes: number
  /** Files and folders that it adds to its folder. */
  readonly files: number
  readonly processes: number
}

/** A program in a control group, process and mount namespace of its own. Only its folder outlives it. */
export interface MeasuredCommand {
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Absolute folder on the host, inside the workspace. */
  readonly cwd: string
  /** Absolute path of a file on the host that becomes its stdin; nothing by default. */
  readonly input?: string
  readonly limits: MeasuredLimits
  /** Receives the output as it is printed. The output is not kept. */
  readonly onOutput?: (chunk: Buffer) => void
  /** Whether file descriptor 3 stays open for the program. Output to it is kept, up to a limit. */
  readonly channel?: boolean
  /**
   * Whether the program stays one process, which cannot fork and cannot write to its own memory through /proc. Only where Perl can
   * load a filter; writing needs Landlock.
   */
  readonly oneProcess?: boolean
  /** Gets what it writes to file descriptor 3, as it comes. What is replied can be read there. Needs `channel`. */
  readonly onChannel?: (chunk: Buffer, reply: (text: string) => void) => void
  readonly signal?: AbortSignal
}

export type MeasuredLimit = 'time' | 'memory' | 'output' | 'disk' | 'processes'

/** How a measured program ended, and what it used. */
export interface Measured {
  readonly code: number | null
  /** The signal that ended it, such as `SIGSEGV`. */
  readonly signal?: string
  /** The limit that it reached. */
  readonly limit?: MeasuredLimit
  /** The limit in words, such as `memory limit 64 MiB`. */
  readonly reason?: string
  readonly cpuSeconds: number
  readonly wallSeconds: number
  /** Peak memory without the sandbox's own; file cache counts. Undefined if nothing measures it. */
  readonly memoryBytes?: number
  /** The beginning and the end of what it wrote to stderr. */
  readonly errors: string
  /** Output to file descriptor 3. */
  readonly channel: string
}

/** A sandbox for a browser that can reach only the project. */
export interface BrowserSandbox {
  /** Folder of the host in which downloads appear. */
  readonly downloads: string
  /** Folder of the host for traces of the browser, which the browser cannot see. */
  readonly traces: string
  /**
   * Writes a program that starts the browser in the sandbox with the same arguments and pipes.
   * @param program The browser, on the host
   * @param uploads Folders that the browser may read
   */
  wrap(program: string, uploads: readonly string[], options?: BrowserSandboxOptions): Promise<string>
  /** The limit for which the browser started last was ended, such as `memory limit 2048 MiB`. */
  reached(): Promise<string | undefined>
  /** Kills the browser that was started last. */
  end(): Promise<void>
}

export interface BrowserSandboxOptions {
  /** Visible folders whose files the browser may open as pages. */
  readonly pages?: readonly string[]
  /** The language of the browser itself, such as `zh-CN`. */
  readonly locale?: string
}

/** The Python of a run: for its projects, and for testers that need one. */
export interface Python {
  /** The interpreter. */
  readonly program: string
  /** Absolute folders that it searches for modules before its own. */
  readonly path: readonly string[]
  /** Absolute folders outside /usr that it needs, including those of `path`. Every sandbox of the run mounts them. */
  readonly folders: readonly string[]
}
