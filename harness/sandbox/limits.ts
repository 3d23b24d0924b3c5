import type { Python } from '../contracts/types.ts'

/** What produced code may use. */
export interface SandboxLimits {
  /** Bytes of memory, all processes together. */
  readonly memory: number
  /** Seconds of processor time, all processes together. */
  readonly cpu: number
  readonly processes: number
  readonly openFiles: number
  /** Bytes of one file. */
  readonly fileSize: number
  /** Bytes of the project's folder. */
  readonly disk: number
}

/** Bytes. */
export const MiB = 1024 * 1024

export const PROJECT_LIMITS: SandboxLimits = {
  memory: 1024 * MiB,
  cpu: 120,
  processes: 256,
  openFiles: 1024,
  fileSize: 256 * MiB,
  disk: 512 * MiB,
}

/** Package clients need more of everything, for a short time. */
export const INSTALL_LIMITS: SandboxLimits = {
  ...PROJECT_LIMITS,
  memory: 2048 * MiB,
  cpu: 600,
  openFiles: 8192,
  disk: 2048 * MiB,
}

/** What testers run for themselves: they read what produced code has left. */
export const HELPER_LIMITS: SandboxLimits = { ...PROJECT_LIMITS, cpu: 600 }

/** A tool that writes a project brings a runtime of its own, and runs what it writes. */
export const AGENT_LIMITS: SandboxLimits = {
  ...PROJECT_LIMITS,
  memory: 4096 * MiB,
  cpu: 3600,
  processes: 1024,
  openFiles: 8192,
  disk: 2048 * MiB,
}

/** The browser renders hostile pages; it is bounded too. */
export const BROWSER_LIMITS: SandboxLimits = {
  ...PROJECT_LIMITS,
  memory: 2048 * MiB,
  cpu: 600,
  processes: 1024,
  openFiles: 8192,
}

export interface SandboxOptions {
  readonly limits?: SandboxLimits
  /** Is shown where it lies outside the system's folders, and finds the modules of its path. */
  readonly python?: Python
  /** Lets package clients reach the registries, and nothing else. */
  readonly registry?: boolean
  /** Whether a browser can be started in it; true by default. */
  readonly browser?: boolean
  /** Hosts (`host` or `host:port`) that can be reached, and nothing else; for a tool that calls its model. */
  readonly hosts?: readonly string[]
  /** Files and folders of the host that can be read, at their own paths. */
  readonly shows?: readonly string[]
  /** Folders of the host that cannot be seen, though they lie in what is shown. */
  readonly hides?: readonly string[]
}

export function mebibytes(bytes: number): string {
  return `${String(Math.round(bytes / MiB))} MiB`
}

/**
 * The value of PYTHONPATH, or none where there is nothing to find.
 * @param provided What a launcher installed for the project alone, which comes first
 */
export function pythonPath(python: Python | undefined, provided: string | undefined): Record<string, string> {
  const folders = [...(provided === undefined ? [] : [provided]), ...(python?.path ?? [])]
  return folders.length === 0 ? {} : { PYTHONPATH: folders.join(':') }
}
