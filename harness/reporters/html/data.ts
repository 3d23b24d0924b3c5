/**
 * What the page of a report is given. The harness makes it, the page's own program (`app/`) shows it; both are built
 * from these types. Texts are made safe and bounded when they are written (`chunk.ts`).
 */
import type {
  Brief,
  CheckEntry,
  Comparison,
  Facts,
  Group,
  MeasuresRecord,
  MissionKind,
  Outcome,
  Parameter,
  RunRecord,
  Scoring,
  Status,
  SubmissionEntry,
  Verdict,
} from '../../contracts/schema.ts'
import type { Exchange } from '../../lib/models/schema.ts'
import type { FileMatch } from './similarity.ts'
import type { Use } from './use.ts'

/** The first chunk: enough for every view that is not about one trial. */
export interface Overview {
  readonly sentence: string
  readonly runs: readonly RunInfo[]
  readonly missions: readonly MissionInfo[]
  readonly groups: readonly GroupInfo[]
  readonly trials: readonly TrialInfo[]
  /** First lines of reasons, each once; trials name them by index. */
  readonly reasons: readonly string[]
}

/** What a run says of itself, without its lists of missions and trials. */
export interface RunInfo extends Pick<RunRecord, 'runId' | 'startedAt' | 'settings' | 'host'> {
  readonly benchmark: { readonly name: string; readonly source: string; readonly version: string | undefined }
  readonly missions: readonly { readonly id: string; readonly digest: string }[]
  /** One digest for all missions: runs of different ones are not comparable. */
  readonly suite: string
  readonly seconds: number
  readonly incomplete: boolean
  readonly warnings: readonly Warning[]
  /** Models that were asked, and what answered for them. */
  readonly models: readonly { readonly asked: string; readonly answered: string }[]
  /** Agent → setting → value, as text. */
  readonly configurations: readonly { readonly agent: string; readonly settings: readonly [string, string][] }[]
  /** What the user's own scorers found of the run; none by default. */
  readonly measures?: Measures | Absent
}

export type Measures = MeasuresRecord['measures']

export interface Warning {
  readonly kind: 'sandbox' | 'incomplete' | 'unjudged' | 'excluded' | 'install-network' | 'flaky' | 'embedder'
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

/** A testcode under the heading where it stands, which is a page or, for missions without pages, a suite. */
export interface TestcodeInfo {
  readonly id: string
  readonly page: string
  readonly function: string
  readonly expects: string
  /** Where the mission has several suites. */
  readonly suite?: string
}

/** Agent × variant of one run. */
export interface GroupInfo extends Omit<Group, 'missions' | 'use'> {
  /** Stable over rebuilds, so that an address that names it stays true. */
  readonly name: string
  /** What it is called beside the others of this report. */
  readonly label: string
  /** Index into `runs`. */
  readonly run: number
  readonly funnel: readonly FunnelStep[]
  /** Of models; absent if nothing is known of it. */
  readonly use?: Use | undefined
  /** What the user's own scorers found of its trials, on average; none by default. */
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

/** How many projects came this far. */
export interface FunnelStep {
  readonly step: 'generated' | 'parsed' | 'installed' | 'launched' | 'answered' | 'passed'
  readonly count: number
  /** Of how many nothing tells whether they did. */
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
  /** A letter a point (`LETTERS`): the runnable point, then the testcodes of the mission in its order. */
  readonly points: string
  /** Index of a point → index of its reason. */
  readonly reasons: Readonly<Record<number, number>>
  /** Points whose verdict did not stay the same when it was judged again. */
  readonly flaky?: readonly number[]
  /** By point, what it earned and what it is worth, if any is not one point or nothing; null without a verdict. */
  readonly worth?: readonly (readonly [earned: number, of: number] | null)[]
  /** If counting letters does not give the points and the score. */
  readonly scored?: TrialScore
}

/** Unjudged points are in the total, as not passed. */
export interface Tally {
  readonly passed: number
  readonly total: number
  readonly unjudged: number
}

/** The numbers of a trial as the harness computes them. */
export interface TrialScore {
  readonly points: Tally
  /** What the trial adds to the score of its mission: its points, or of a total of 1 its score. */
  readonly share: Tally
  readonly scoring: Scoring
  /** None if the mission has one. */
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
/** Stands where a trial was never begun, or has no verdict for a testcode. */
export const PENDING = '-'

/** Everything about one trial but its files. */
export interface TrialPage {
  readonly outcome: Outcome
  readonly reason?: string
  readonly startedAt: string
  readonly seconds: number
  readonly stages: readonly { readonly name: string; readonly milliseconds: number }[]
  readonly verdicts: readonly VerdictView[]
  /** Both, if it was judged a second time. */
  readonly attempts: readonly AttemptView[]
  /** What a project of ours showed about the machine between them, and after them. */
  readonly controls: readonly string[]
  readonly log: string
  readonly brief: Omit<Brief, 'schemaVersion'> | Absent
  readonly parameters: readonly ParameterView[]
  readonly scores: readonly ScoreLine[] | Absent
  /** None by default. */
  readonly measures?: Measures | Absent
  /** If the mission takes several, and the agent gave any. */
  readonly submissions?: readonly SubmissionEntry[]
  readonly checks?: readonly CheckEntry[]
  readonly use?: Use
  readonly rerun: string
}

/** One of two attempts at judging a trial. */
export interface AttemptView {
  readonly outcome: Outcome
  readonly reason?: string
  /** Why another attempt was made, or a control after it. */
  readonly doubt?: string
  readonly seconds: number
  readonly points: readonly Pick<Verdict, 'testcode' | 'status' | 'reason'>[]
}

/** The runnable point is the first one, with the testcode `runnable`. */
export interface VerdictView extends Omit<Verdict, 'evidence'> {
  readonly picture?: string
  readonly trace?: TraceView
  /** The page's HTML, as a text. */
  readonly html?: string
  readonly console: readonly string[]
  readonly output: string
  readonly log: string
  readonly refused: readonly string[]
  /** What was drawn from the seed, a line each. */
  readonly given: readonly string[]
  readonly steps: readonly Step[] | Absent
}

export interface TraceView {
  /** Address of the file, where it lies beside the report. */
  readonly address?: string
  /** Opens it in Playwright's viewer. */
  readonly command: string
}

/** What was done in the browser, in order. */
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
  /** What speaks against comparing the two. */
  readonly forced: readonly string[]
}

/** Something that is not there, and why. */
export interface Absent {
  readonly absent: string
}

export interface ParameterView {
  readonly testcode: string
  readonly name: string
  readonly kind: Parameter['kind'] | 'unknown'
  readonly description: string
  /** As JSON if it is no text; undefined where the agent gave none. */
  readonly value?: string
  readonly canonical?: string
  /** From 0 to 1; undefined if it was not scored. */
  readonly similarity?: number
}

/** A similarity to our own solution: beside the verdicts, never mixed into them. */
export interface ScoreLine {
  readonly name: string
  readonly setting: string
  readonly value?: number
  /** Why there is none. */
  readonly reason?: string
  /** What made vectors of sentences, where something did. */
  readonly embedder?: string
}

/** The chunk with what was said between the harness and models. */
export type ExchangesChunk = { readonly exchanges: readonly ExchangeView[]; readonly unread: number } | Absent

export interface ExchangeView extends Pick<
  Exchange,
  'purpose' | 'at' | 'milliseconds' | 'response' | 'failures' | 'reused' | 'cost'
> {
  readonly request: Pick<Exchange['request'], 'model' | 'messages'>
}

/** The chunk with what an agent produced, and what it is held against. */
export interface TrialFiles {
  /** Of the produced ones; absent if nobody looked into them. */
  readonly facts?: Facts
  readonly produced: readonly FileView[] | Absent
  readonly canonical: readonly FileView[] | Absent
  /** Which file was held against which, by setting of the scorer; none if it was not scored. */
  readonly matches: readonly { readonly setting: string; readonly files: readonly FileMatch[] }[]
}

export interface FileView {
  readonly path: string
  readonly bytes: number
  /** Undefined if it is no text, or too large to be shown here. */
  readonly text?: string
  readonly note?: string
}

export function isAbsent(value: object): value is Absent {
  return 'absent' in value
}
