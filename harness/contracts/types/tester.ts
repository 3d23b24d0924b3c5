import type { Protocol, Testcode, Verdict } from '../schema.ts'
import type { Mission } from './benchmark.ts'
import type { Target } from './launcher.ts'
import type { Python, Sandbox } from './sandbox.ts'

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
  /** From `Benchmark.testcodes`. */
  readonly testcodes: unknown
  /** Folder of this trial's evidence; the session alone writes there. Undefined where nobody will look at any. */
  readonly evidenceFolder: string | undefined
  /** Milliseconds that one testcode may take. */
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

/** One for each trial: testcodes share the page, the console, the files. */
export interface TestSession extends AsyncDisposable {
  runnable(): Promise<Judgement>
  judge(testcode: Testcode, values: Readonly<Record<string, unknown>>): Promise<Judgement>
}
export interface Judgement extends Omit<Verdict, 'testcode' | 'milliseconds'> {
  /** Set if no code of the project can have caused what left it unjudged. */
  fault?: 'machine'
}

/** One testcode × target → verdict. Owned by a run. */
export interface Tester extends AsyncDisposable {
  readonly name: string
  open(target: Target, setup: SessionSetup): Promise<TestSession>
}
