import type {
  Answers,
  Architecture,
  Contract,
  LaunchPlan,
  Measure,
  RunRecord,
  Score,
  Setting,
  TrialRecord,
} from '../schema.ts'
import type { Project } from './agent.ts'
import type { Canonical, Mission } from './benchmark.ts'

/** The parts of a solution that are compared with the canonical one. Parts that a solution does not have are absent. */
export interface Work {
  readonly code?: readonly WorkFile[]
  readonly skeleton?: readonly WorkFile[]
  readonly checklist?: readonly ChecklistItem[]
  readonly parameters?: readonly ParameterValue[]
  /** Only of a produced work: how it is started, and the plan or the contract that its agent made. */
  readonly launch?: LaunchPlan
  readonly architecture?: Architecture
  readonly contract?: Contract
  /** Only of a canonical work: tests that a published similarity compares on both sides, and other files beside its code. */
  readonly tests?: readonly WorkFile[]
  readonly others?: readonly WorkFile[]
}
export interface WorkFile {
  readonly path: string
  /** Null if the file was listed without any content. */
  readonly content: string | Uint8Array | null
}
/** A function of a page, with its description. */
export interface ChecklistItem {
  readonly page: string
  readonly function: string
  readonly description: string
}
export interface ParameterValue {
  /** The question that asks for the value: the same on both sides. */
  readonly of: string
  readonly name: string
  /** The value, of any type. */
  readonly value: unknown
}

/** Work × canonical work → similarity, as in ProjectEval. Comparers run in their own processes. */
export interface Comparer {
  /** Name of the scores. Scores with another meaning have another name. */
  readonly name: string
  /** Returns a reason instead of a score if the two cannot be compared. Never throws because of a produced work. */
  score(produced: Work, canonical: Work, setting: Setting): Promise<Score>
}

/** A trial that has ended, as a scorer sees it. */
export interface ScoredTrial {
  readonly record: TrialRecord
  readonly mission: Mission
  /** Undefined if the agent gave no project. Hostile: read it, never run it. */
  project(): Promise<Project | undefined>
  answers(): Promise<Answers | undefined>
  /** The projects that were submitted, in order; empty if the mission takes one project. */
  submissions(): Promise<readonly Project[]>
  /** @throws UsageError if the benchmark has no canonical solution */
  canonical(): Promise<Canonical>
  /** The data that the benchmark gives to its scorers, in a shape that they check; undefined if it gives none. */
  data(): Promise<unknown>
}

/** A run as a scorer sees it, once all of its trials have ended or been stopped. */
export interface ScoredRun {
  readonly record: RunRecord
  readonly trials: readonly ScoredTrial[]
}

interface ScorerOf<Over extends string, Subject> {
  /** Name of its measures in records, exports and the report. */
  readonly name: string
  readonly over: Over
  /** Validates the details of its own measures, for example a zod schema. */
  readonly detail?: { parse(detail: unknown): unknown }
  /** Also measures the trials of each agent alone if a run has several. Only scorers over runs that come with a benchmark do. */
  readonly perAgent?: boolean
  /** Returns a measure, or the reason why the scorer has no value. The message of a thrown error is such a reason. */
  score(subject: Subject): Promise<Measure> | Measure
}

/** Computes measures beside the verdicts. They are never mixed into a score. */
export type Scorer = ScorerOf<'trial', ScoredTrial> | ScorerOf<'run', ScoredRun>
