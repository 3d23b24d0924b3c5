import { PeError } from '../../../errors.ts'

/**
 * - `timeout`: took more CPU time or wall time than it may
 * - `memory`: took more memory than it may
 * - `input`, `output`: its input or its result is larger than it may be
 * - `crash`: its process ended
 * - `thrown`: its function threw
 */
export type TaskFailureKind = 'timeout' | 'memory' | 'input' | 'output' | 'crash' | 'thrown'

const PHRASES: Readonly<Record<TaskFailureKind, string>> = {
  timeout: 'took longer than',
  memory: 'took more than',
  input: 'was given more than',
  output: 'gave more than',
  crash: 'ended its process:',
  thrown: 'threw:',
}

/** A task of a pool failed. It has ended, and so has its process if the task was still running. */
export class TaskFailure extends PeError {
  readonly code = 'task'
  /** The name of the task. */
  readonly task: string
  readonly kind: TaskFailureKind
  /** The exceeded limit with its unit, how the process ended, or the stack of what was thrown. */
  readonly detail: string

  constructor(task: string, kind: TaskFailureKind, detail: string) {
    super(`the task "${task}" ${PHRASES[kind]} ${detail}`)
    this.task = task
    this.kind = kind
    this.detail = detail
  }
}
