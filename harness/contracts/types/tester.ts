import type { Browser } from 'playwright'
import type { Message, PatienceMode, Protocol, Verdict } from '../schema.ts'
import type { Project, ProjectFile } from './agent.ts'
import type { Mission, Suite, Testcode } from './benchmark.ts'
import type { Target } from './launcher.ts'
import type { BrowserSandbox, Python, Sandbox } from './sandbox.ts'
import type { Calibrate } from './library.ts'

/** The inputs that the testcodes of a trial drew from the seed. */
export interface Inputs {
  /**
   * Reserves a word, by its number, for the draw of this name.
   * @returns The name of the draw that has reserved the word, which may be another one
   */
  claim(number: number, name: string): string
  drew(name: string, value: unknown): void
  /** Draws without a record or a claim, for draws that are repeated until one fits. */
  silently<T>(draw: () => T): T
}

/** The parts of a trial that a session needs. */
export interface SessionSetup {
  readonly mission: Mission
  readonly suite: Suite
  readonly services: TesterServices
  /** From `Benchmark.testcodes`. */
  readonly testcodes: unknown
  /** Folder of this trial's evidence, which only the session writes. Undefined if no evidence is wanted. */
  readonly evidenceFolder: string | undefined
  /** Milliseconds that one testcode may take, unless it has a limit of its own. */
  readonly testcodeTimeout: number
  /** Time limit of the first run of a program in milliseconds; that of a testcode by default. */
  readonly startTimeout?: number
  /** Seed of the inputs of testcodes; never revealed to an agent or a project. */
  readonly seed: string
  readonly inputs: Inputs
  /** This trial's folder for scratch files, removed afterwards. */
  readonly scratch: string
  readonly python: Python
  readonly protocol: Protocol
  /**
   * Opens a sandbox for the judge's own helpers, without access to the project, the network and the host's files.
   * @param scratch A folder on the host. Commands run in its subfolders
   */
  openHelpers(scratch: string): Promise<Sandbox>
  /** Called whenever a testcode ends, by a session that judges several at once and gives their verdicts later. */
  readonly onEnded?: (ended: number, all: number) => void
  readonly signal: AbortSignal
}

/** A session judges one suite of a trial. Its testcodes share the page, the console and the files. */
export interface TestSession extends AsyncDisposable {
  /** True: it enters its time into the ledger of the trial itself. Otherwise all of it counts as that of the program. */
  readonly keepsTime?: boolean
  runnable(): Promise<Judgement>
  judge(testcode: Testcode, values: Readonly<Record<string, unknown>>): Promise<Judgement>
}
/** A session's result for one testcode. The mission defines the worth of the testcode. */
export interface Judgement extends Pick<
  Verdict,
  'status' | 'reason' | 'evidence' | 'attempts' | 'limit' | 'usage' | 'votes'
> {
  /** Earned points, for the status `partial`. */
  readonly earned?: number
  /** Set if no code of the project can have caused the status `unjudged`. */
  readonly fault?: 'machine'
  /** The time of this testcode alone, if the session judges several at once. */
  readonly milliseconds?: number
  /** Milliseconds for which the harness waited for a model of its own: they do not count against the time limit of the trial. */
  readonly waited?: number
}

/** Suite × target → verdicts. It has no state: everything that outlives a session belongs to the services. */
export interface TesterEntry {
  /** Name by which suites refer to it. */
  readonly name: string
  /** The kinds of target that it can judge. Every project has the target `source`. */
  readonly accepts: readonly Target['kind'][]
  /**
   * Called before anything runs. Checks that a suite and its testcodes match.
   * @throws UsageError naming the mission, the testcode and the remedy
   */
  check(mission: Mission, suite: Suite, testcodes: unknown): void
  open(target: Target, setup: SessionSetup): Promise<TestSession>
  /**
   * A tiny project, and a plan without testcodes, by which a control of the machine is judged. By default a project of the
   * mission's kind and an empty object.
   */
  readonly control?: Control
}

/** For `TesterEntry.control`. */
export interface Control {
  readonly testcodes: unknown
  readonly project?: Project
}

/** A browser and the chromedriver of the same version: absolute paths of executable files. */
export interface ChromedriverBrowser {
  readonly browser: string
  readonly driver: string
}

/** An expectation or action that fails early on a page at rest, and waits because the patience is full. */
export interface EarlyFailure {
  /** It begins to wait; it held after all, so failing early is wrong; or its testcode did not fail by it. */
  readonly kind: 'waits' | 'held' | 'went-on'
  readonly mission: string
  /** Id of the testcode, or `runnable`. */
  readonly testcode: string
  /** Why it would have failed. */
  readonly problem: string
  /** The time after which it held. */
  readonly milliseconds: number | undefined
}

/** Services of a run for its testers. */
export interface TesterServices {
  /** Launches a browser, in the sandbox for browsers if there is one. The browser may read the upload folders. */
  launchBrowser(place?: BrowserSandbox | string, uploads?: readonly string[]): Promise<Browser>
  findChromedriverBrowser(): Promise<ChromedriverBrowser>
  /** Origins other than the project's that its pages may load from. */
  readonly allowedOrigins: readonly string[]
  /** `full`: an unmet expectation waits its whole timeout, even on a page at rest. */
  readonly patience: PatienceMode
  /** Hears of what waits only because the patience is full. */
  readonly onEarlyFailure?: ((early: EarlyFailure) => void) | undefined
  /** The model that answers questions of a review, and judges tasks of libraries; undefined if none was named. */
  readonly reviewer?: Reviewer | undefined
  /** Runs the tests of a suite on the reference of a library. */
  readonly calibrate?: Calibrate | undefined
}

/** A model that is asked about code. Each answer is recorded, cached, and paid from the budget of the run. */
export interface Reviewer {
  readonly model: string
  /** How often each question is asked; the mean counts. */
  readonly votes: number
  /** Whether all questions about a project are asked at once; each is asked alone by default. */
  readonly together?: boolean
  /**
   * @param vote From 1: the same question may get another answer
   * @throws AgentFault if the model refused, HarnessFault if it cannot be reached
   */
  ask(messages: readonly Message[], vote: number, signal: AbortSignal): Promise<string>
  /**
   * Looks into the repository itself, in place of `ask`.
   * @returns The answer as `ask` would give it
   */
  inspect?(review: CodeReview, vote: number, signal: AbortSignal): Promise<string>
}

/** A question that is asked together with others. */
export interface Criterion {
  /** Of its testcode. */
  readonly id: string
  readonly name: string
  readonly description: string
}

/** All criteria of a repository, with the statement that it was written for. */
export interface CodeReview {
  readonly criteria: readonly Criterion[]
  readonly statement: string
  readonly files: readonly ProjectFile[]
}
