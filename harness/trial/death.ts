import { SCHEMA_VERSION, type Control, type TrialRecord } from '../contracts/schema.ts'
import type { Trial } from './setup.ts'
import { verdictsForAll } from './judge.ts'
import { suitesOf } from './suites-of.ts'

/**
 * The record of a trial that ends every process that runs it, on a machine that is healthy: dying earns nothing. If the project
 * was frozen it is at fault, and else the agent. It is written to the store of the trial.
 */
export async function recordOfDeath(trial: Trial, reason: string, control: Control): Promise<TrialRecord> {
  const isProject = trial.store.hasProject
  const { runnable, verdicts } = verdictsForAll(trial.mission, isProject ? 'error' : 'not-run', reason)
  const record: TrialRecord = {
    schemaVersion: SCHEMA_VERSION,
    trial: trial.key,
    outcome: isProject ? 'judged' : 'no-project',
    runnable,
    verdicts: [...verdicts],
    ...suitesOf(trial),
    reason,
    ...(isProject ? {} : { fault: 'crashed' as const }),
    controls: [control],
    stages: {},
    seconds: 0,
    startedAt: new Date().toISOString(),
    log: '',
  }
  await trial.store.writeRecord(record)
  return record
}
