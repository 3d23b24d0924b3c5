/**
 * What the page of a report is given. The harness makes it, the page's own program (`app/`) shows it; both are built
 * from these types. Texts are made safe and bounded when they are written (`chunk.ts`).
 */
import type {
  Brief,
  Comparison,
  Facts,
  Group,
  MissionKind,
  Outcome,
  Parameter,
  RunRecord,
  Status,
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
}

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
