/**
 * The data of a report's page. The harness writes it, and the page's own program (`app/`) shows it; both use these types. Texts
 * are made safe and bounded when they are written (`chunk.ts`).
 */
import type {
  AgentRound,
  Architecture,
  Brief,
  CheckEntry,
  Comparison,
  ContractWork,
  RepositoryWork,
  Facts,
  Group,
  MeasuresRecord,
  MissionKind,
  ModuleGraph,
  Outcome,
  Parameter,
  PublishedTable,
  RunRecord,
  Scoring,
  ShareDetail,
  Status,
  SubmissionEntry,
  Summary,
  Verdict,
  LedgerRecord,
  Trajectory,
} from '../../contracts/schema.ts'
import type { MachineRow } from '../../lib/statistics/machines.ts'
import type { Exchange } from '../../lib/models/schema.ts'
import type { FileMatch } from './similarity.ts'
import type { Use } from './use.ts'

export type { MachineRow }

/** The first chunk: enough for every view that is not about one trial. */
export interface Overview {
  /** When this report was written, if its run had not ended then. */
  readonly unfinishedAt?: string
  readonly sentence: string
  readonly runs: readonly RunInfo[]
  readonly missions: readonly MissionInfo[]
  readonly groups: readonly GroupInfo[]
  readonly trials: readonly TrialInfo[]
  /** First lines of reasons, each once; trials name them by index. */
  readonly reasons: readonly string[]
}

/** Facts about a run, without its lists of missions and trials. */
export interface RunInfo extends Pick<RunRecord, 'runId' | 'startedAt' | 'settings' | 'host'> {
  readonly benchmark: { readonly name: string; readonly source: string; readonly version: string | undefined }
  readonly missions: readonly { readonly id: string; readonly digest: string }[]
  /** One digest for all missions: runs of different ones are not comparable. */
  readonly suite: string
  readonly seconds: number
  /** Where its wall time went; unknown for older runs. */
  readonly ledger?: LedgerRecord
  /** The concurrency that was used, if it is known. */
  readonly concurrency?: Summary['concurrency']
  readonly incomplete: boolean
  readonly warnings: readonly Warning[]
  /** The requested models, and the models that answered. */
  readonly models: readonly { readonly asked: string; readonly answered: string }[]
  /** Agent → setting → value, as text. */
  readonly configurations: readonly { readonly agent: string; readonly settings: readonly [string, string][] }[]
  /** Its workers; only of a run on a queue. */
  readonly machines?: readonly MachineRow[]
  /** Measures of the run by the user's own scorers; none by default. */
  readonly measures?: Measures | Absent
  /** The tables of the benchmark's paper; none for other benchmarks. */
  readonly tables?: readonly PublishedTable[]
  /** All of them, as `pe tables` prints them; not while the run goes on. */
  readonly paperTables?: readonly PublishedTable[]
}

export type Measures = MeasuresRecord['measures']

export interface Warning {
  readonly kind:
    | 'sandbox'
    | 'incomplete'
    | 'unjudged'
    | 'unscored'
    | 'excluded'
    | 'install-network'
    | 'flaky'
    | 'embedder'
  readonly text: string
}

export interface MissionInfo {
  readonly id: string
  readonly digest: string
  readonly title: string
  readonly kind: MissionKind
  readonly testcodes: readonly TestcodeInfo[]
  readonly suites: RunRecord['benchmark']['missions'][number]['suites']
}

/** A testcode under its heading: a page or, for missions without pages, a suite. */
export interface TestcodeInfo {
  readonly id: string
  readonly page: string
  readonly function: string
  readonly expects: string
  /** Present if the mission has several suites. */
  readonly suite?: string
}

/** Agent × variant of one run. */
export interface GroupInfo extends Omit<Group, 'missions' | 'use'> {
  /** The same in every report of the run, so that addresses with it stay valid. */
  readonly name: string
  /** A label that is unique in this report. */
  readonly label: string
  /** Index into `runs`. */
  readonly run: number
  readonly funnel: readonly FunnelStep[]
  /** Use of models; absent if unknown. */
  readonly use?: Use | undefined
  /** Mean measures of its trials by the user's own scorers; none by default. */
  readonly measures?: readonly MeanMeasure[]
}

/** A measure of several trials. */
export interface MeanMeasure {
  readonly name: string
  readonly unit?: string
  readonly better?: 'higher' | 'lower'
  /** Undefined if no trial was measured. */
  readonly mean?: number
  /** How many trials were measured, and how many were not. */
  readonly known: number
  readonly unknown: number
}

/** How many projects reached this stage. */
export interface FunnelStep {
  readonly step: 'generated' | 'parsed' | 'installed' | 'launched' | 'answered' | 'passed'
  readonly count: number
  /** Number of projects for which this is unknown. */
  readonly unknown: number
}

export interface TrialInfo {
  /** Index into `runs`, `groups` and `missions`. */
  readonly run: number
  readonly group: number
  readonly mission: number
  readonly id: string
  readonly sample: number
  readonly outcome: Outcome
  readonly seconds: number
  /** One letter per point (`LETTERS`): the runnable point, then the testcodes of the mission in order. */
  readonly points: string
  /** Index of a point → index of its reason. */
  readonly reasons: Readonly<Record<number, number>>
  /** Points whose verdict changed when they were judged again. */
  readonly flaky?: readonly number[]
  /** Earned points and worth of each point, unless all are worth one and earned one or none; null without a verdict. */
  readonly worth?: readonly (readonly [earned: number, of: number] | null)[]
  /** Present if the points and the score cannot be computed by counting letters. */
  readonly scored?: TrialScore
}

/** Unjudged points are part of the total, and not of the passed points. */
export interface Tally {
  readonly passed: number
  readonly total: number
  readonly unjudged: number
}

/** The numbers of a trial as the harness computes them. */
export interface TrialScore {
  readonly points: Tally
  /** Contribution of the trial to the score of its mission: its points or, with a total of 1, its score. */
  readonly share: Tally
  readonly scoring: Scoring
  /** Empty if the mission has one suite. */
  readonly suites: readonly SuiteScore[]
}

/** In points. */
export interface SuiteScore extends Tally {
  readonly suite: string
  readonly weight: number
}

export const LETTERS: Readonly<Record<Status, string>> = {
  passed: 'p',
  partial: 'h',
  failed: 'f',
  timeout: 't',
  error: 'e',
  blocked: 'b',
  'bad-parameter': 'a',
  'not-run': 'n',
  unjudged: 'u',
  excluded: 'x',
}
/** The letter of a trial that was never begun, or of a testcode without a verdict. */
export const PENDING = '-'

/** Everything about one trial but its files. */
export interface TrialPage {
  readonly outcome: Outcome
  readonly reason?: string
  readonly startedAt: string
  readonly seconds: number
  /** Where its time went; unknown for older trials. */
  readonly ledger?: LedgerRecord
  readonly stages: readonly { readonly name: string; readonly milliseconds: number }[]
  readonly verdicts: readonly VerdictView[]
  /** Both, if it was judged a second time. */
  readonly attempts: readonly AttemptView[]
  /** The results of the controls between and after the attempts. */
  readonly controls: readonly string[]
  readonly log: string
  readonly brief: Omit<Brief, 'schemaVersion'> | Absent
  readonly parameters: readonly ParameterView[]
  readonly scores: readonly ScoreLine[] | Absent
  /** Absent if nothing was scored. */
  readonly architecture?: ArchitectureView
  /** None by default. */
  readonly measures?: Measures | Absent
  /** Present if the mission allows several submissions and the agent made any. */
  readonly submissions?: readonly SubmissionEntry[]
  readonly checks?: readonly CheckEntry[]
  readonly use?: Use
  /** Present if the agent works in stages: its plan of the project, or its contract, and its rounds. */
  readonly work?: {
    readonly architecture?: Architecture
    readonly contract?: ContractWork
    readonly repository?: RepositoryWork
    readonly rounds: readonly AgentRound[]
  }
  readonly rerun: string
}

/** One of two attempts at judging a trial. */
export interface AttemptView {
  readonly outcome: Outcome
  readonly reason?: string
  /** Why a second attempt, or a control, was made after it. */
  readonly doubt?: string
  readonly seconds: number
  readonly points: readonly Pick<Verdict, 'testcode' | 'status' | 'reason'>[]
}

/** The runnable point is the first one, with the testcode `runnable`. */
export interface VerdictView extends Omit<Verdict, 'evidence'> {
  readonly picture?: string
  /** A program with windows: its window before the last action, and small frames of the whole testcode. */
  readonly before?: { readonly picture: string }
  readonly film?: { readonly picture: string }
  readonly trace?: TraceView
  /** The page's HTML when the testcode ended, and before its last action, as texts. */
  readonly html?: string
  readonly htmlBefore?: string
  /** The elements that the page had instead of the one that the reason is about. */
  readonly found?: string
  readonly console: readonly string[]
  readonly output: string
  readonly log: string
  readonly refused: readonly string[]
  /** Inputs drawn from the seed, one line each. */
  readonly given: readonly string[]
  readonly steps: readonly Step[] | Absent
}

export interface TraceView {
  /** Address of the file, if it is beside the report. */
  readonly address?: string
  /** The command that opens it in Playwright's viewer. */
  readonly command: string
}

/** One action in the browser. */
export interface Step {
  readonly title: string
  readonly detail: string
  readonly milliseconds: number
  readonly error?: string
}

/** The chunk with the tests of differences between groups. */
export type ComparisonsChunk = readonly ComparisonView[]

export interface ComparisonView extends Omit<Comparison, 'changes' | 'a' | 'b'> {
  /** Indices into `groups`. */
  readonly a: number
  readonly b: number
  /** Reasons why the two are not comparable. */
  readonly forced: readonly string[]
}

/** The reason why something is missing. */
export interface Absent {
  readonly absent: string
}

export interface ParameterView {
  readonly testcode: string
  readonly name: string
  readonly kind: Parameter['kind'] | 'unknown'
  readonly description: string
  /** JSON if it is not a text; undefined if the agent gave no value. */
  readonly value?: string
  readonly canonical?: string
  /** From 0 to 1; undefined if it was not scored. */
  readonly similarity?: number
}

/** A similarity to the canonical solution. It is shown beside the verdicts and never changes them. */
export interface ScoreLine {
  readonly name: string
  readonly setting: string
  readonly value?: number
  /** Why there is no score. */
  readonly reason?: string
  /** The embedder of sentences, if one was used. */
  readonly embedder?: string
}

/** Measures of the architecture of a project, and its modules. */
export interface ArchitectureView {
  readonly lines: readonly (Omit<ScoreLine, 'embedder'> & { readonly detail?: ShareDetail })[]
  readonly graph?: ModuleGraph
}

/** The chunk with the work of the agent, step by step. */
export type TrajectoryChunk = Trajectory | Absent

/** The chunk with the exchanges between the harness and models. */
export type ExchangesChunk = { readonly exchanges: readonly ExchangeView[]; readonly unread: number } | Absent

export interface ExchangeView extends Pick<
  Exchange,
  'purpose' | 'at' | 'milliseconds' | 'response' | 'failures' | 'reused' | 'cost'
> {
  readonly request: Pick<Exchange['request'], 'model' | 'messages'>
}

/** The chunk with the produced files and the canonical files that they are compared with. */
export interface TrialFiles {
  /** Facts about the produced files; absent if they were not analysed. */
  readonly facts?: Facts
  readonly produced: readonly FileView[] | Absent
  readonly canonical: readonly FileView[] | Absent
  /** The matched files, by setting of the scorer; empty if the trial was not scored. */
  readonly matches: readonly { readonly setting: string; readonly files: readonly FileMatch[] }[]
}

export interface FileView {
  readonly path: string
  readonly bytes: number
  /** Undefined if the file is not a text, or too large to show. */
  readonly text?: string
  readonly note?: string
}

export function areLibraries(missions: readonly Pick<MissionInfo, 'kind'>[]): boolean {
  return missions.length > 0 && missions.every(({ kind }) => kind === 'library')
}

export function isAbsent(value: object): value is Absent {
  return 'absent' in value
}
