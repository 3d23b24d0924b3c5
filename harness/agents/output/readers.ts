import type { AgentFaultKind } from '../../contracts/schema.ts'
import { readAnswers } from './answers.ts'
import { readArchitecture } from './architecture.ts'
import { readVote } from './attribution.ts'
import { readChecklist } from './checklist.ts'
import { readContractEdits } from './contract.ts'
import { readDiagnosis } from './diagnosis.ts'
import { readJudgement } from './judgement.ts'
import { readLaunch } from './launch.ts'
import { readPaperAnswers, readPaperChecklist, readPaperFiles } from './paper.ts'
import { readFiles } from './project.ts'
import { readCapabilities, readFeatures, readInterface, readLayout } from './repository-plan.ts'
import { readVerification } from './verification.ts'

/** The readers of texts from models and tools; pure functions. */
export const readers = {
  answers: readAnswers,
  architecture: readArchitecture,
  capabilities: readCapabilities,
  checklist: readChecklist,
  contractEdits: readContractEdits,
  diagnosis: readDiagnosis,
  features: readFeatures,
  files: readFiles,
  interface: readInterface,
  judgement: readJudgement,
  launch: readLaunch,
  layout: readLayout,
  paperAnswers: readPaperAnswers,
  paperChecklist: readPaperChecklist,
  paperFiles: readPaperFiles,
  verification: readVerification,
  vote: readVote,
} as const

export type Readers = typeof readers
export type ReaderName = keyof Readers

/**
 * Results for texts that are at fault or exceed a limit. The project already exists when these are read, so one bad answer
 * must not fail it.
 */
export const fallbacks: { readonly [Name in ReaderName]?: (note: string) => ReturnType<Readers[Name]> } = {
  answers: (note) => ({ answers: {}, notes: [note] }),
  launch: (note) => ({ notes: [note] }),
  paperAnswers: (note) => ({ answers: {}, notes: [note] }),
}

/** The input of the process that reads. */
export interface ReadTask {
  readonly reader: ReaderName
  readonly args: readonly unknown[]
}

/** Its result: the value, or a fault of the text. */
export type ReadReply = { readonly value: unknown } | { readonly fault: string; readonly kind: AgentFaultKind }
