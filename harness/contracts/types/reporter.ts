import type { CheckEntry, RunRecord, SubmissionEntry, Summary, TrialKey, TrialRecord, Verdict } from '../schema.ts'
import type { Stage } from '../vocabulary.ts'

/**
 * The events of a run, which are also the lines of `events.jsonl`. Each event is final: a verdict is emitted once, as it is in the
 * record of its trial.
 */
export type RunEvent =
  | { readonly type: 'run-begin'; readonly run: RunRecord; readonly folder: string; readonly pending: number }
  | { readonly type: 'trial-begin'; readonly trial: TrialKey }
  | { readonly type: 'stage'; readonly trial: TrialKey; readonly stage: Stage; readonly detail?: string }
  /** The agent let the visible suites run. */
  | { readonly type: 'check'; readonly trial: TrialKey; readonly check: CheckEntry }
  /** A submission was judged. Its verdicts follow if it is the one that counts. */
  | { readonly type: 'submission'; readonly trial: TrialKey; readonly submission: SubmissionEntry }
  | { readonly type: 'verdict'; readonly trial: TrialKey; readonly verdict: Verdict }
  | { readonly type: 'trial-end'; readonly trial: TrialKey; readonly record: TrialRecord }
  /** The trial has not ended: the run was stopped, its budget is spent, or it judges nothing. */
  | { readonly type: 'trial-pending'; readonly trial: TrialKey; readonly reason: string }
  | { readonly type: 'run-end'; readonly summary: Summary }

/** Events → something a person or a tool reads. */
export interface Reporter {
  readonly name: string
  on(event: RunEvent): void | Promise<void>
}
