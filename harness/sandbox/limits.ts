import type { EndCause, Python } from '../contracts/types.ts'
import { MiB, mebibytes } from '../lib/wording/bytes.ts'

/** The limits of a sandbox. */
export interface SandboxLimits {
  /** Memory of all processes together, in bytes. */
  readonly memory: number
  /** CPU time of all processes together, in seconds. */
  readonly cpu: number
  readonly processes: number
  /** Processors of all processes together; all of the machine by default, and where control groups are missing. */
  readonly processors?: number
  readonly openFiles: number
  /** Size of one file, in bytes. */
  readonly fileSize: number
  /** Size of the project's folder, in bytes. */
  readonly disk: number
}

export const PROJECT_LIMITS: SandboxLimits = {
  memory: 1024 * MiB,
  cpu: 120,
  processes: 256,
  openFiles: 1024,
  fileSize: 256 * MiB,
  disk: 512 * MiB,
}

/** Package clients need more of everything for a short time. */
export const INSTALL_LIMITS: SandboxLimits = {
  ...PROJECT_LIMITS,
  memory: 2048 * MiB,
  cpu: 600,
  openFiles: 8192,
  disk: 2048 * MiB,
}

/** Limits of the helper processes of testers, which read the files that produced code wrote. */
export const HELPER_LIMITS: SandboxLimits = { ...PROJECT_LIMITS, cpu: 600 }

/** A coding agent brings its own runtime and runs the code that it writes. */
export const AGENT_LIMITS: SandboxLimits = {
  ...PROJECT_LIMITS,
  memory: 4096 * MiB,
  cpu: 3600,
  processes: 1024,
  openFiles: 8192,
  disk: 2048 * MiB,
}

/** The browser renders hostile pages, so it is limited too. */
export const BROWSER_LIMITS: SandboxLimits = {
  ...PROJECT_LIMITS,
  memory: 2048 * MiB,
  cpu: 600,
  processes: 1024,
  openFiles: 8192,
}

export interface SandboxOptions {
  readonly limits?: SandboxLimits
  /** The Python to use. Its folders are mounted if they are outside the system's folders; its path becomes PYTHONPATH. */
  readonly python?: Python
  /** Whether package clients can reach the registries, and only these. */
  readonly registry?: boolean
  /** Whether a browser can be started in the sandbox; true by default. */
  readonly browser?: boolean
  /** The only hosts (`host` or `host:port`) that can be reached, for a tool that calls its model. */
  readonly hosts?: readonly string[]
  /** A socket of the harness that the sandbox reaches at a port of its own loopback. Only bubblewrap has it. */
  readonly gateway?: { readonly socket: string; readonly port: number }
  /** Files and folders of the host that are readable at their own paths. */
  readonly shows?: readonly string[]
  /** Folders of the host that are readable at other absolute paths. */
  readonly places?: readonly { readonly from: string; readonly at: string }[]
  /** Folders of the host that stay hidden although a shown folder contains them. */
  readonly hides?: readonly string[]
}

/** Why processes were ended that reached a limit, such as `memory limit 512 MiB`. */
export function limitReached(
  limit: 'memory' | 'processes' | 'cpu' | 'disk',
  limits: SandboxLimits,
): Required<EndCause> {
  const causes = {
    memory: `memory limit ${mebibytes(limits.memory)}`,
    processes: `process limit ${String(limits.processes)}`,
    cpu: `CPU limit ${String(limits.cpu)} s`,
    disk: `disk limit ${mebibytes(limits.disk)}`,
  }
  // A verdict does not distinguish CPU time from elapsed time.
  return { cause: causes[limit], limit: limit === 'cpu' ? 'time' : limit }
}
