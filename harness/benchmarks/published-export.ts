/** The shape of an export in the form in which the authors of a benchmark published their results. */
import type { Answers, Commits, RunRecord, TrialRecord } from '../contracts/schema.ts'
import type { Project, ProjectFile } from '../contracts/types.ts'
import { groupBy } from '../lib/collections/group-by.ts'
import { sha256 } from '../lib/files/digest.ts'
import { agentOf } from '../lib/statistics/leaderboard.ts'

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

/** The names of agents in the names of files. Agents whose files would have the same name get a digest behind it. */
export function namesOfAgents(trials: readonly ExportedTrial[], nameOf: (agent: string) => string) {
  const agents = new Set(trials.map(nameOfAgent))
  const names = new Map(
    [...groupBy(agents, nameOf)].flatMap(([name, own]) =>
      own.map((agent) => [agent, own.length === 1 ? name : `${name}-${sha256(agent).slice(0, DIGITS)}`] as const),
    ),
  )
  return (trial: ExportedTrial) => names.get(nameOfAgent(trial)) ?? nameOf(nameOfAgent(trial))
}

const DIGITS = 6

function nameOfAgent({ run, record }: ExportedTrial): string {
  return agentOf({ run, agent: record.trial.agent })
}
