/** What produced code may use. */
export interface SandboxLimits {
  /** Bytes of memory, all processes together. */
  readonly memory: number;
  /** Seconds of processor time, all processes together. */
  readonly cpu: number;
  readonly processes: number;
  readonly openFiles: number;
  /** Bytes of one file. */
  readonly fileSize: number;
  /** Bytes of the project's folder. */
  readonly disk: number;
}

const MiB = 1024 * 1024;

export const PROJECT_LIMITS: SandboxLimits = {
  memory: 1024 * MiB,
  cpu: 120,
  processes: 256,
  openFiles: 1024,
  fileSize: 256 * MiB,
  disk: 512 * MiB,
};

/** Package clients need more of everything, for a short time. */
export const INSTALL_LIMITS: SandboxLimits = {
  ...PROJECT_LIMITS,
  memory: 2048 * MiB,
  cpu: 600,
  openFiles: 8192,
  disk: 2048 * MiB,
};

/** The browser renders hostile pages; it is bounded too. */
export const BROWSER_LIMITS: SandboxLimits = {
  ...PROJECT_LIMITS,
  memory: 2048 * MiB,
  cpu: 600,
  processes: 1024,
  openFiles: 8192,
};

export interface SandboxOptions {
  readonly limits?: SandboxLimits;
  /** Lets package clients reach the registries, and nothing else. */
  readonly registry?: boolean;
  /** Whether a browser can be started in it; true by default. */
  readonly browser?: boolean;
}

export function mebibytes(bytes: number): string {
  return `${String(Math.round(bytes / MiB))} MiB`;
}
