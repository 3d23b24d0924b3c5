import { UsageError } from '../errors.ts'
import type { RetryClass, RunRecord, TrialKey, TrialRecord } from '../contracts/schema.ts'
import type { RunStore } from '../store/store.ts'
import { readTrials, trialFolder } from '../store/read.ts'
import { setAside, type Aside } from '../store/earlier.ts'

/**
 * Sets aside the results that a retry replaces: only the verdicts if the harness or the project was at fault, and also
 * everything from the agent if the agent was. The agent is then asked again.
 * @throws UsageError if no trial is of such a class, so that a mistyped class does not look like success
 */
export async function setAsideForRetry(store: RunStore, classes: readonly RetryClass[]): Promise<void> {
  if (classes.length === 0) return
  const records = await readTrials(store.folder, store.record)
  const wanted = records.filter((record) => classes.some((each) => belongsTo(record, each)))
  if (wanted.length === 0)
    throw new UsageError(`no trial of run ${store.record.runId} is to be retried: none is ${classes.join(', ')}`)
  for (const record of wanted) {
    await setAside(trialFolder(store.folder, keyOf(store.record, record)), asideOf(record, classes))
  }
}

/** The agent is asked again if it gave no project, or if it failed after a submission and agent faults are retried. */
function asideOf(record: TrialRecord, classes: readonly RetryClass[]): Aside {
  const ofAgent = classes.some((each) => isAgentFault(record, each))
  return ofAgent || record.outcome === 'no-project' ? 'everything' : 'verdicts'
}

function isAgentFault({ outcome, fault }: TrialRecord, retry: RetryClass): boolean {
  return retry === 'agent' ? outcome === 'no-project' || fault !== undefined : fault === retry
}

export function belongsTo(record: TrialRecord, retry: RetryClass): boolean {
  if (retry === 'not-launched') return record.outcome === retry
  if (retry !== 'unjudged') return isAgentFault(record, retry)
  return [record.runnable, ...record.verdicts].some(({ status }) => status === 'unjudged')
}

function keyOf({ trials }: RunRecord, { trial }: TrialRecord): TrialKey {
  return trials.find(({ id }) => id === trial.id) ?? trial
}
