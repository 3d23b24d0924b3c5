import type { Measure, RunRecord, Score, Setting, TrialRecord, Answers } from '../schema.ts'
import type { Project } from './agent.ts'
import type { Canonical, Mission } from './benchmark.ts'

/** What is compared of a solution with the canonical one. What a solution does not have is absent. */
export interface Work {
  readonly code?: readonly WorkFile[]
  readonly skeleton?: readonly WorkFile[]
  readonly checklist?: readonly ChecklistItem[]
  readonly parameters?: readonly ParameterValue[]
}
export interface WorkFile {
  readonly path: string
  /** Null where an entry for the file was given and nothing in it. */
  readonly content: string | Uint8Array | null
}
/** A function of a page, with its description. */
export interface ChecklistItem {
  readonly page: string
  readonly function: string
  readonly description: string
}
export interface ParameterValue {
  /** What asks for it: the same on either side. */
  readonly of: string
  readonly name: string
  /** Whatever was given. */
  readonly value: unknown
}

/** Work × canonical work → how much alike they are. ProjectEval's similarities; they run in processes of their own. */
export interface Comparer {
  /** Under which the scores stand; another one wherever they mean something else. */
  readonly name: string
  /** What cannot be compared is not scored, with the reason; nothing that was produced makes it throw. */
  score(produced: Work, canonical: Work, setting: Setting): Promise<Score>
}

/** What a scorer is given of a trial that has ended. */
export interface ScoredTrial {
  readonly record: TrialRecord
  readonly mission: Mission
  /** Undefined where the agent gave none. Hostile: read it, never run it. */
  project(): Promise<Project | undefined>
  answers(): Promise<Answers | undefined>
  /** @throws UsageError if the benchmark has none */
  canonical(): Promise<Canonical>
}

/** What a scorer is given of a run, once all of its trials have ended or been stopped. */
export interface ScoredRun {
  readonly record: RunRecord
  readonly trials: readonly ScoredTrial[]
}

interface ScorerOf<Over extends string, Subject> {
  /** Under which its measures stand in records, exports and the report. */
  readonly name: string
  readonly over: Over
  /** Checks the details of its own measures; a schema of zod is one. */
  readonly detail?: { parse(detail: unknown): unknown }
  /** A measure, or why there is none. What it throws is a reason why there is none. */
  score(subject: Subject): Promise<Measure> | Measure
}

/** Computes measures beside the verdicts. They are never mixed into a score. */
export type Scorer = ScorerOf<'trial', ScoredTrial> | ScorerOf<'run', ScoredRun>
