/** Results and answers in the forms in which the authors of a benchmark published theirs. */
import type { Answers, Commits, RunRecord, Setting, TrialRecord } from './schema.ts'
import type { Mission, Project, ProjectFile, Work } from './types.ts'

/** A trial with the project that counts. */
export interface ExportedTrial {
  readonly run: RunRecord
  readonly record: TrialRecord
  readonly project: Project | undefined
  readonly answers: Answers | undefined
  readonly commits: Commits | undefined
}

/** A file, or a git repository with files; paths are relative to the folder of the export. */
export type ExportPart =
  | { readonly path: string; readonly content: string | ((folder: string) => string) }
  | { readonly repository: string; readonly files: readonly ProjectFile[]; readonly commits: Commits | undefined }

export type PublishedExport = (trials: readonly ExportedTrial[]) => ExportPart[]

/** A published verdict on a testcode. */
export interface PublishedVerdict {
  readonly mission: string
  readonly testcode: string
  readonly passed: boolean
  /** The class of failure, such as "runtime error"; empty if no class was published. */
  readonly result: string
}

/** Selects rows: the value that each named column must have. */
export type Where = readonly { readonly column: string; readonly value: string }[]

/** @throws UsageError if the file cannot be read, a row is invalid, or a testcode has several rows */
export type ReadVerdicts = (file: string, where: Where) => Promise<PublishedVerdict[]>

export interface AnswersRequest {
  readonly file: string
  /** The argument of the benchmark. */
  readonly source: string
  readonly missions: readonly Mission[]
  /** `paper`: as the published implementation reads answers, its mistakes included. */
  readonly setting: Setting
}

export interface PublishedWorks {
  /** By mission. */
  readonly works: ReadonlyMap<string, ComparedWorks>
  /** Omitted items of the files. */
  readonly warnings: readonly string[]
}

export interface ComparedWorks {
  readonly produced: Work
  /** The canonical solution of the benchmark by default. */
  readonly canonical?: Work
}

/** @throws UsageError if one of the files is missing or does not have the published shape */
export type ReadAnswers = (request: AnswersRequest) => Promise<PublishedWorks>
