import os from 'node:os'
import type { TaskLimits } from './limits.ts'

export interface PoolOptions {
  /** The job of the processes, for messages, such as `reads answers`. */
  readonly purpose: string
  /** The module that they run, which calls `serve`: its name without extension, and `import.meta.url` of a module beside it. */
  readonly module: { readonly name: string; readonly near: string }
  /** Most processes at a time. */
  readonly processes: number
  readonly limits: TaskLimits
  /** Arguments of the module; none by default. */
  readonly args?: readonly string[]
  /** The whole environment of the processes; empty by default. */
  readonly env?: Readonly<Record<string, string>>
  /** Runs the processes with low priority. */
  readonly lowPriority?: boolean
}

/** At least two, so that a task that takes all of its time does not block the others. */
export const USUAL_PROCESSES = Math.min(4, Math.max(2, os.availableParallelism()))
