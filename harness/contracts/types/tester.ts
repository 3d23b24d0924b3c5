import type { Browser } from 'playwright'
import type { Message, PatienceMode, Protocol, Verdict } from '../schema.ts'
import type { Mission, Suite, Testcode } from './benchmark.ts'
import type { Target } from './launcher.ts'
import type { BrowserSandbox, Python, Sandbox } from './sandbox.ts'

/** What the testcodes of a trial drew from the seed. */
export interface Inputs {
  /**
   * Takes a drawn word, by its number, for the draw of this name.
   * @returns The name of the draw that has it, which may be another one
   */
  claim(number: number, name: string): string
  drew(name: string, value: unknown): void
  /** Draws without a note or a claim: of a draw that is tried until it fits, only the last one counts. */
  silently<T>(draw: () => T): T
}

/** What a session needs to know of its trial. */
export interface SessionSetup {
  readonly mission: Mission
  readonly suite: Suite
  readonly services: TesterServices
  /** From `Benchmark.testcodes`. */
  readonly testcodes: unknown
  /** Folder of this trial's evidence; the session alone writes there. Undefined if nobody will look at any. */
  readonly evidenceFolder: string | undefined
  /** Milliseconds that one testcode may take, unless it has a limit of its own. */
  readonly testcodeTimeout: number
  /** Milliseconds until a program must have run for the first time; as a testcode by default. */
  readonly startTimeout?: number
  /** From which the inputs of testcodes are drawn; never told to an agent or a project. */
  readonly seed: string
  readonly inputs: Inputs
  /** A folder of this trial's own for scratch files, removed afterwards. */
  readonly scratch: string
  readonly python: Python
  readonly protocol: Protocol
  /**
   * A sandbox for the judge's own helpers: away from the project, the network and the host's files.
   * @param scratch A folder on the host; the folders in it are what commands run in
   */
  openHelpers(scratch: string): Promise<Sandbox>
  readonly signal: AbortSignal
}

/** One for each suite of a trial: its testcodes share the page, the console, the files. */
export interface TestSession extends AsyncDisposable {
  runnable(): Promise<Judgement>
  judge(testcode: Testcode, values: Readonly<Record<string, unknown>>): Promise<Judgement>
}
/** What a session says of one testcode. What the testcode is worth, the mission says. */
export interface Judgement extends Pick<Verdict, 'status' | 'reason' | 'evidence' | 'attempts' | 'limit' | 'usage'> {
  /** Points that were earned, for the status `partial`. */
  readonly earned?: number
  /** Set if no code of the project can have caused what left it unjudged. */
  readonly fault?: 'machine'
}

/** A suite × a target → verdicts. It holds nothing: whatever outlives a session belongs to the services. */
export interface TesterEntry {
  /** As the suites of a mission name it. */
  readonly name: string
  /** The kinds of target that it can judge. `source` is there for every project. */
  readonly accepts: readonly Target['kind'][]
  /**
   * Before anything runs: whether a suite and what its benchmark gave for it match.
   * @throws UsageError naming the mission, the testcode and the remedy
   */
  check(mission: Mission, suite: Suite, testcodes: unknown): void
  open(target: Target, setup: SessionSetup): Promise<TestSession>
}

/** A browser and the chromedriver of the same version: absolute paths of executable files. */
export interface ChromedriverBrowser {
  readonly browser: string
  readonly driver: string
}

/** What a run offers to its testers. */
export interface TesterServices {
  /** Launches a browser, in the sandbox for browsers if there is one. The browser may read the upload folders. */
  launchBrowser(place?: BrowserSandbox | string, uploads?: readonly string[]): Promise<Browser>
  findChromedriverBrowser(): Promise<ChromedriverBrowser>
  /** Origins other than the project's that its pages may load from. */
  readonly allowedOrigins: readonly string[]
  /** `full`: an expectation that does not hold waits its whole timeout, even on a page at rest. */
  readonly patience: PatienceMode
  /** The model that answers questions of a review; undefined if none was named. */
  readonly reviewer?: Reviewer | undefined
}

/** A model that is asked about code. Each answer is recorded, cached, and paid from the budget of the run. */
export interface Reviewer {
  readonly model: string
  /** How often each question is asked; the mean counts. */
  readonly votes: number
  /**
   * @param vote From 1: the same question may get another answer
   * @throws AgentFault if the model refused, HarnessFault if it cannot be reached
   */
  ask(messages: readonly Message[], vote: number, signal: AbortSignal): Promise<string>
}
