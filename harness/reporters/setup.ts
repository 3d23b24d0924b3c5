import type { RunRecord, TrialKey, TrialRecord } from '../schema.ts'
import type { Terminal } from './table.ts'

/** What reporters are made from. */
export interface ReporterSetup {
  readonly stdout: Terminal
  readonly stderr: Terminal
  /** Results as one JSON object instead of a table. */
  readonly json: boolean
  /** Access to the folder of a run, which the store alone writes. */
  readonly runs: {
    readTrials(folder: string): Promise<{ readonly run: RunRecord; readonly trials: readonly TrialRecord[] }>
    readEvidence(folder: string, trial: TrialKey, file: string): Promise<Uint8Array | undefined>
    writeReport(folder: string, html: string): Promise<void>
  }
}
