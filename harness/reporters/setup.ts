import type { Parts } from '../files/write-stream.ts'
import type { RunRecord, TrialKey, TrialRecord } from '../schema.ts'
import type { RunData } from '../statistics/sides.ts'
import type { Screen } from './live/screen.ts'
import type { Terminal } from './table.ts'

/** What reporters are made from. */
export interface ReporterSetup {
  readonly stdout: Terminal
  readonly stderr: Terminal
  /** Results as one JSON object instead of a table. */
  readonly json: boolean
  /** A line for each stage and each verdict. */
  readonly verbose?: boolean
  /** False where nobody writes the report that the summary names. */
  readonly report?: boolean
  /** What is drawn on `stderr`, where something else than the terminal reporter prints there too. */
  readonly screen?: Screen
  /** What a run left, and files beside it. */
  readonly results: {
    read(folder: string): Promise<RunData>
    write(folder: string, name: string, parts: Parts): Promise<void>
  }
  /** Access to the folder of a run, which the store alone writes. */
  readonly runs: {
    readTrials(folder: string): Promise<{ readonly run: RunRecord; readonly trials: readonly TrialRecord[] }>
    readEvidence(folder: string, trial: TrialKey, file: string): Promise<Uint8Array | undefined>
    writeReport(folder: string, html: string): Promise<void>
  }
}
