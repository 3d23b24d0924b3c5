import type { AgentFaultKind } from '../../contracts/schema.ts'
import { readAnswers } from './answers.ts'
import { readChecklist } from './checklist.ts'
import { readLaunch } from './launch.ts'
import { readFiles } from './project.ts'

/** What is read out of the texts of models and tools: functions of nothing but what they are given. */
export const readers = { answers: readAnswers, checklist: readChecklist, files: readFiles, launch: readLaunch } as const

export type Readers = typeof readers
export type ReaderName = keyof Readers

/**
 * What there is instead where a text took more than it may: the project has been written by then, and one bad answer about
 * it costs no more than itself.
 */
export const instead: { readonly [Name in ReaderName]?: (note: string) => ReturnType<Readers[Name]> } = {
  answers: (note) => ({ answers: {}, notes: [note] }),
  launch: (note) => ({ notes: [note] }),
}

/** What a thread is asked for. */
export interface ReadTask {
  readonly reader: ReaderName
  readonly args: readonly unknown[]
}

/** What it says: what it has read, that the text is at fault, or what nobody expected. */
export type ReadReply =
  { readonly value: unknown } | { readonly fault: string; readonly kind: AgentFaultKind } | { readonly broken: string }
