/** The shape of an export in the form in which the authors of a benchmark published their results. */
import type { Answers, Commits, RunRecord, TrialRecord } from '../contracts/schema.ts'
import type { Project, ProjectFile } from '../contracts/types.ts'

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
