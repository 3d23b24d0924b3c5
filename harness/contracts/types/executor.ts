import type { TrialSpec } from '../schema.ts'
import type { RunEvent } from './reporter.ts'

/** Events of running trials. Each event is final. */
export type TrialEvent = Exclude<RunEvent, { readonly type: 'run-begin' | 'run-end' }>

/** Decides where trials run. */
export interface Executor {
  readonly name: string
  /**
   * Runs trials, several at a time. Each ends with `trial-end`, once its record is on disk, or with `trial-pending`; a trial
   * without either was never begun.
   * @param signal Stops it: what has not ended is pending
   * @throws The error that ended it early, after the last event
   */
  run(specs: readonly TrialSpec[], signal: AbortSignal): AsyncIterable<TrialEvent>
}
