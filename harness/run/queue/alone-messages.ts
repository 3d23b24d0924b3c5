import type { TrialRecord } from '../../contracts/schema.ts'
import type { TrialEvent } from '../../contracts/types.ts'

/** Messages of a process that runs one trial alone. */
export type AloneMessage =
  | { readonly type: 'event'; readonly event: TrialEvent }
  | { readonly type: 'end'; readonly record: TrialRecord | undefined }
  | { readonly type: 'stopped' }
  | { readonly type: 'failed'; readonly message: string }
