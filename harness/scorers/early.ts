/** How tasks of scorers that end early say why: in their own process, and in ours. */
import { PeError, UsageError, messageOf } from '../errors.ts'
import { TaskFailure, type TaskFailureKind } from '../lib/processes/pool/failure.ts'
import type { TaskLimits } from '../lib/processes/pool/limits.ts'

/** For one task. Neither depends on other load, because scores must not. */
export const LIMITS: TaskLimits = { cpu: 180_000, wall: 180_000, heap: 1024, memory: 3072, input: 512, output: 256 }

/** Why a task ended early. */
export interface Early {
  readonly how: 'usage' | 'exhausted' | 'broken'
  readonly reason: string
}

/**
 * Classifies an error by its class.
 * @throws the error, if it is a bug
 */
export function endOf(error: unknown): Early {
  if (error instanceof UsageError) return { how: 'usage', reason: messageOf(error) }
  // A table, a string or the parser's memory has reached its maximum size.
  if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError'))
    return { how: 'exhausted', reason: `it exceeds a limit: ${error.message}` }
  if (error instanceof PeError) return { how: 'broken', reason: messageOf(error) }
  throw error
}

/** @throws Everything that is not the failure of a task */
export function earlyEnd(error: unknown): Early {
  if (!(error instanceof TaskFailure)) throw error
  if (error.kind === 'thrown') return { how: 'broken', reason: error.detail }
  return { how: 'exhausted', reason: `${REASONS[error.kind]} ${error.detail}` }
}

const REASONS: Readonly<Record<Exclude<TaskFailureKind, 'thrown'>, string>> = {
  timeout: 'it took longer than',
  memory: 'it took more than',
  input: 'it needs more than',
  output: 'it gives more than',
  crash: 'its process ended twice:',
}
