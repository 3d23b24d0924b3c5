import type { SandboxLimits } from '../limits.ts'

/** Counters of a control group since it was made. */
export interface Usage {
  readonly outOfMemory: number
  readonly outOfProcesses: number
  readonly cpuSeconds: number
}

/** A control group: the kernel itself keeps the processes in it within memory and number. */
export interface ControlGroup {
  readonly version: 'cgroup v1' | 'cgroup v2'
  /** Files into which a process writes its own id to join. */
  readonly joinFiles: readonly string[]
  usage(): Usage
  /** Once all its processes are dead. */
  remove(): Promise<void>
}

/** One way of the system to have control groups. */
export interface Layout {
  /** @throws where this way is not open to this user */
  create(name: string, limits: SandboxLimits): Promise<ControlGroup>
}
