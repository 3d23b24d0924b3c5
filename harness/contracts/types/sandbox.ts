import type { LimitKind } from '../vocabulary.ts'

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Why the harness ended it, if it did. The first cause wins. */
  readonly cause?: string
  /** The limit that it reached, if that is the cause. */
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
  /** Variables that must not stand on a command line, where others of this machine could read them. */
  readonly secrets?: Readonly<Record<string, string>>
  /** Absolute folder on the host, inside the workspace. */
  readonly cwd: string
  /** `keep`: stdin stays open for writing; `none`: closed from the start. */
  readonly stdin: 'keep' | 'none'
  /** Bytes of output kept; past it the rest is dropped, or, with `endAtLimit`, the program is ended. */
  readonly outputLimit?: number
  readonly endAtLimit?: boolean
}

/** A process (and all that it starts) in a sandbox. */
export interface Running extends AsyncDisposable {
  readonly pid: number
  /** Never rejects. */
  readonly exit: Promise<Exit>
  readonly stdout: Output
  readonly stderr: Output
  write(text: string): void
  closeInput(): void
  /** Ends the whole process group; `cause` becomes the exit's cause if it is the first. */
  end(cause: string | EndCause): Promise<Exit>
}

/** What a process printed so far, bounded. */
export interface Output {
  text(): string
  /** Calls back after each change with what was added, until the returned function is called. */
  onChange(listener: (added: string) => void): () => void
}

/** Where produced code runs; one for each trial. Whatever was started in it is dead when it is disposed. */
export interface Sandbox extends AsyncDisposable {
  readonly name: string
  /** True where each trial has a loopback of its own, so that two projects can bind one port. */
  readonly privateLoopback: boolean
  /** Where a browser for this trial runs; without it, any browser of this machine reaches the project. */
  readonly browser?: BrowserSandbox
  /** Whether somebody listens on a port of the trial's own loopback, which nobody outside can connect to. */
  isListening?(port: number): Promise<boolean>
  /**
   * Shows a folder of the host, read-only, at a relative path in every folder that a command runs in, or at an absolute
   * path, which is then its own.
   * @param variable Of the environment, which then names that place
   * @param scratch Names of folders in it that a program can write, for as long as it runs
   */
  provide(from: string, at: string, variable?: string, scratch?: readonly string[]): Promise<void>
  /** What a package client could not reach when it was last tried, such as `registry.npmjs.org:443 (ENOTFOUND)`. */
  unreachable?(): Promise<string | undefined>
  /**
   * The hosts of a package client's own registry that the harness itself cannot reach now; undefined if it reaches all.
   * Missing if no registry may be reached.
   */
  registryProblem?(client: 'npm' | 'pip'): Promise<string | undefined>
  /** Bytes on disk of files that have no name any more and that its processes still hold. */
  openBytes?(): Promise<number>
  /** Runs one program alone and measures it; see `MeasuredCommand`. */
  measure(command: MeasuredCommand): Promise<Measured>
  /** Why the limits of this sandbox could not be checked, which says nothing about the project; undefined if they could. */
  problem?(): string | undefined
  spawn(command: SandboxCommand): Promise<Running>
}

/** What one measured program may use. */
export interface MeasuredLimits {
  /** Processor time of all its processes together. */
  readonly cpuSeconds: number
  /** Time in which it waits by itself, such as by sleeping. Waiting for a processor of a busy machine does not count. */
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
  /** Gets what it prints, as it comes. Nothing is kept. */
  readonly onOutput?: (chunk: Buffer) => void
  /** Whether file descriptor 3 stays open for the program itself; what is written there is kept, bounded. */
  readonly channel?: boolean
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
  /** The most memory at one time, without what the sandbox itself takes; file cache counts. Undefined if nothing measures it. */
  readonly memoryBytes?: number
  /** The beginning and the end of what it wrote to stderr. */
  readonly errors: string
  /** What it wrote to file descriptor 3. */
  readonly channel: string
}

/** Keeps a browser with the project that it looks at, and away from everything else. */
export interface BrowserSandbox {
  /** Folder of the host in which downloads appear. */
  readonly downloads: string
  /** Folder of the host for what is recorded of the browser, which it cannot see. */
  readonly traces: string
  /**
   * A program that starts the browser in the sandbox, with the arguments and pipes that it is given.
   * @param program The browser, on the host
   * @param uploads Folders that it may read
   */
  wrap(program: string, uploads: readonly string[], options?: BrowserSandboxOptions): Promise<string>
  /** The limit that the browser started last has reached, such as `memory limit 2048 MiB`: it was ended for that. */
  reached(): Promise<string | undefined>
  /** Kills the browser that was started last. */
  end(): Promise<void>
}

export interface BrowserSandboxOptions {
  /** Folders, of those that the browser sees, of which it may show files as pages. */
  readonly pages?: readonly string[]
  /** The language of the browser itself, such as `zh-CN`. */
  readonly locale?: string
}

/** The Python of a run: for its projects, and for testers that need one. */
export interface Python {
  /** The interpreter. */
  readonly program: string
  /** Absolute folders in which it looks for modules before it looks in its own. */
  readonly path: readonly string[]
  /** Absolute folders outside /usr that it needs, those of `path` included; every sandbox of the run shows them. */
  readonly folders: readonly string[]
}
