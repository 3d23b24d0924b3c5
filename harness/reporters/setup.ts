import type { Parts } from '../lib/files/write-stream.ts'
import type {
  Answers,
  Brief,
  MachineLine,
  MeasuresRecord,
  Parameter,
  PublishedTable,
  RunRecord,
  ScoresRecord,
  Summary,
  TrialKey,
  Trajectory,
  TrialRecord,
} from '../contracts/schema.ts'
import type { Exchange } from '../lib/models/schema.ts'
import type { RunData } from '../lib/statistics/sides.ts'
import type { Screen } from './live/screen.ts'
import type { Canonical, Project, Testcode } from '../contracts/types.ts'
import type { Terminal } from './table.ts'

/** Arguments of reporter factories. */
export interface ReporterSetup {
  readonly stdout: Terminal
  readonly stderr: Terminal
  /** True: print the results as one JSON object instead of a table. */
  readonly json: boolean
  /** True: print a line for each stage and each verdict. */
  readonly verbose?: boolean
  /** False if the agents are only called, with `--no-judge`: `pe grade` judges their projects later. */
  readonly judge?: boolean
  /** False if nobody writes the report that the summary names. */
  readonly report?: boolean
  /** The display on `stderr`, if something other than the terminal reporter prints there, too. */
  readonly screen?: Screen
  /** Reads the stored results of a run, and writes files beside them. */
  readonly results: {
    read(folder: string): Promise<RunData>
    write(folder: string, name: string, parts: Parts): Promise<void>
  }
  /** Access to the folder of a run, which the store alone writes. */
  readonly runs: RunFiles
  /** For reports of a run that goes on; without it no report is written before the end. */
  readonly interim?: InterimSources | undefined
  /** A mission of the run's benchmark, or the reason why it is no longer available. */
  readonly mission: (run: RunRecord, id: string) => Promise<MissionView | { readonly absent: string }>
  /** The tables of the benchmark's paper, from the folder of a run; empty for other benchmarks. */
  readonly tables?: (folder: string, run: RunRecord) => Promise<readonly PublishedTable[]>
}

export interface InterimSources {
  /** The page that the report of a run begins with. */
  pageOf(folder: string): string
  /** The summary of the trials that have ended. */
  summaryOf(folder: string): Promise<Summary>
}

/** All readers return undefined if the file is missing. */
export interface RunFiles {
  readRun(folder: string): Promise<RunRecord>
  readTrial(folder: string, trial: TrialKey): Promise<TrialRecord | undefined>
  readBrief(folder: string, trial: TrialKey): Promise<Brief | undefined>
  readProject(folder: string, trial: TrialKey): Promise<Project | undefined>
  readAnswers(folder: string, trial: TrialKey): Promise<Answers | undefined>
  /** @throws HarnessFault if the file is damaged */
  readScores(folder: string, trial: TrialKey): Promise<ScoresRecord | undefined>
  /** @throws HarnessFault if the file is damaged */
  readMeasures(folder: string, trial: TrialKey): Promise<MeasuresRecord | undefined>
  /** @throws HarnessFault if the file is damaged */
  readRunMeasures(folder: string): Promise<MeasuresRecord | undefined>
  /** Which worker ran which trial; empty for a run without a queue. */
  readMachines(folder: string): Promise<readonly MachineLine[]>
  readExchanges(folder: string, trial: TrialKey): Promise<ReadExchanges | undefined>
  /** @throws HarnessFault if the file is damaged */
  readTrajectory(folder: string, trial: TrialKey): Promise<Trajectory | undefined>
  readEvidence(folder: string, trial: TrialKey, file: string): Promise<Uint8Array | undefined>
  /** Opens a new report that replaces the existing one. */
  openReport(folder: string): Promise<ReportWriter>
}

export interface ReadExchanges {
  readonly exchanges: readonly Exchange[]
  /** Number of unreadable lines: a run that was killed may leave half a line. */
  readonly unread: number
}

/** A report as a page and files beside it. All files appear at once when the writer is ended. */
export interface ReportWriter extends AsyncDisposable {
  /** A file of the report's own, by a plain name. @returns its address in the page */
  write(name: string, content: string | Uint8Array): Promise<string>
  end(page: string): Promise<void>
}

/** A report as one file, which appears when the writer is ended. */
export interface SingleFileWriter extends AsyncDisposable {
  append(text: string): Promise<void>
  end(): Promise<void>
}

/** The part of a mission that a report shows. */
export interface MissionView {
  readonly parameters: Readonly<Record<string, Parameter>>
  readonly testcodes: readonly Testcode[]
  readonly canonical: Canonical | undefined
}
