import type { SandboxLimits } from '../limits.ts'

/** Counters of a control group since its creation. */
export interface Usage {
  readonly outOfMemory: number
  readonly outOfProcesses: number
  readonly cpuSeconds: number
}

/** A control group: the kernel limits the memory and number of its processes. */
export interface ControlGroup {
  readonly version: 'cgroup v1' | 'cgroup v2'
  /** Files to which a process writes its own id to join. */
  readonly joinFiles: readonly string[]
  usage(): Usage
  /** Bytes of memory now, and the most at one time. */
  memory(): { readonly now: number; readonly peak: number }
  limitMemory(bytes: number): void
  /** Call only after all processes in the group are dead. */
  remove(): Promise<void>
}

/** A version of the control group interface. */
export interface Layout {
  /** @throws if this user cannot create groups in this layout */
  create(name: string, limits: SandboxLimits): Promise<ControlGroup>
}
