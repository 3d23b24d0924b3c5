import { type AgentFaultKind, FAILURE_CAUSES, type FailureCause, type FailureVote } from '../../contracts/schema.ts'
import { readAnswers } from './answers.ts'
import { readArchitecture } from './architecture.ts'
import { readChecklist } from './checklist.ts'
import { readContractEdits } from './contract.ts'
import { readDiagnosis } from './diagnosis.ts'
import { readJudgement } from './judgement.ts'
import { readLaunch } from './launch.ts'
import { readPaperAnswers, readPaperChecklist, readPaperFiles } from './paper.ts'
import { readFiles } from './project.ts'
import { readCapabilities, readFeatures, readInterface, readLayout } from './repository-plan.ts'
import { readVerification } from './verification.ts'
import { AgentFault } from '../../errors.ts'
import { textIn } from './contract-parts.ts'
import { beginningOf, objectIn } from './object.ts'
import { isRecord } from './record.ts'

const LONGEST_REASON = 600
const LONGEST_PLACE = 1000

/** Reads the opinion on the cause of a failed test. @throws AgentFault with the reason if the answer names none of the causes */
function readVote(text: string): FailureVote {
  const { value, answer } = objectIn(text)
  const fields = isRecord(value) ? value : {}
  const cause = causeOf(textIn(fields, ['cause', 'blame', 'verdict']))
  if (cause === undefined)
    throw new AgentFault(`the answer blames neither code, test nor environment: ${beginningOf(answer)}`, 'unreadable')
  const place = textIn(fields, ['place', 'unit', 'where']).slice(0, LONGEST_PLACE)
  return { cause, place, reason: textIn(fields, ['reason', 'explanation']).slice(0, LONGEST_REASON) }
}

function causeOf(written: string): FailureCause | undefined {
  const word = written.trim().toLowerCase()
  return FAILURE_CAUSES.find((cause) => word === cause || word === `${cause}s` || word === `the ${cause}`)
}

// ---- readers -------------------------------------------------------------------------------------------------------

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
