/** Limits on one task. */
export interface TaskLimits {
  /** Milliseconds of CPU time of the process. */
  readonly cpu: number
  /** Milliseconds, without time spent waiting for a CPU: a busy machine does not count against a task. */
  readonly wall: number
  /** MiB of JavaScript objects. */
  readonly heap: number
  /** MiB of all memory of the process: objects, buffers, WebAssembly and Node itself. */
  readonly memory: number
  /** MiB of the serialised input. */
  readonly input: number
  /** MiB of the serialised result and parts. */
  readonly output: number
}
