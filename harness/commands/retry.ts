import { UsageError } from '../errors.ts'
import type { RetryClass, RunRecord, TrialKey, TrialRecord } from '../contracts/schema.ts'
import type { RunStore } from '../store/store.ts'
import { readTrials, trialFolder } from '../store/read.ts'
import { setAside, type Aside } from '../store/earlier.ts'

/**
 * Sets aside what is to be made anew: the verdicts, where the harness or the project was at fault, and all that the agent
 * gave, where it was. What it answered before is then asked once more.
 * @throws UsageError where nothing is of such a class, so that a mistyped one does not pass for success
 */
export async function setAsideForRetry(store: RunStore, classes: readonly RetryClass[]): Promise<void> {
  if (classes.length === 0) return
  const records = await readTrials(store.folder, store.record)
  const wanted = records.filter((record) => classes.some((each) => belongsTo(record, each)))
  if (wanted.length === 0)
    throw new UsageError(`no trial of run ${store.record.runId} is to be retried: none is ${classes.join(', ')}`)
  for (const record of wanted) {
    const what: Aside = record.outcome === 'no-project' ? 'everything' : 'verdicts'
    await setAside(trialFolder(store.folder, keyOf(store.record, record)), what)
  }
}

export function belongsTo(record: TrialRecord, retry: RetryClass): boolean {
  if (retry === 'not-launched') return record.outcome === retry
  if (retry === 'agent') return record.outcome === 'no-project'
  if (retry !== 'unjudged') return record.outcome === 'no-project' && record.fault === retry
  return [record.runnable, ...record.verdicts].some(({ status }) => status === 'unjudged')
}

function keyOf({ trials }: RunRecord, { trial }: TrialRecord): TrialKey {
  return trials.find(({ id }) => id === trial.id) ?? trial
}
