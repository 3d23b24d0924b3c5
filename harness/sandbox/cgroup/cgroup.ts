import { randomBytes } from 'node:crypto'
import type { SandboxLimits } from '../limits.ts'
import { v1Layout } from './v1.ts'
import { v2Layout } from './v2.ts'

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
  usage(): Promise<Usage>
  /** Once all its processes are dead. */
  remove(): Promise<void>
}

/** One way of the system to have control groups. */
export interface Layout {
  /** @throws where this way is not open to this user */
  create(name: string, limits: SandboxLimits): Promise<ControlGroup>
}

const layouts: readonly Layout[] = [v2Layout, v1Layout]
let chosen: Layout | null | undefined

/** A new control group, or undefined where this system or this user has none: then usage must be polled. */
export async function createControlGroup(limits: SandboxLimits): Promise<ControlGroup | undefined> {
  const name = `pe-${String(process.pid)}-${randomBytes(6).toString('hex')}`
  if (chosen !== undefined) return chosen?.create(name, limits)
  for (const layout of layouts) {
    try {
      const group = await layout.create(name, limits)
      chosen = layout
      return group
    } catch {
      // Not writable, not mounted, or without the controllers: the next way is tried.
      continue
    }
  }
  chosen = null
  return undefined
}
