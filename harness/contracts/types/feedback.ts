import type { LimitKind, Outcome, Status } from '../vocabulary.ts'
import type { Points } from '../points.ts'
import type { Verdict } from '../schema.ts'

/** The feedback that a mission offers to an agent while it writes a project. */
export interface FeedbackOffer {
  /** Whether the mission has visible suites, which `check` runs. */
  readonly checks: boolean
  /** How many projects `submit` judges in a trial; 0 if the mission takes only the project that the agent returns. */
  readonly submissions: number
  /** Tools work in a git repository, and submit what is committed. */
  readonly repository?: boolean
  /** The suites of which a submission names one; missing if it names none. */
  readonly suites?: readonly string[]
}

/** The result of a testcode of a visible suite. The agent may see all of it. */
export interface CheckedTestcode {
  readonly testcode: string
  readonly status: Status
  readonly points: Points
  readonly limit?: LimitKind
  /** At most 2,000 characters. */
  readonly reason?: string
}

/** The result of running the visible suites on a project. */
export interface CheckResult {
  /** From 1; the same project is checked once. */
  readonly number: number
  readonly outcome: Outcome
  /** Why the project was not judged. */
  readonly reason?: string
  /** Whether the project runs. */
  readonly runnable: CheckedTestcode
  readonly suites: readonly { readonly suite: string; readonly testcodes: readonly CheckedTestcode[] }[]
  /** The last 4,000 characters that the project printed. */
  readonly log: string
}

/** The result of a testcode that counts, with only the fields that the mission shows. */
export interface SubmittedTestcode {
  readonly testcode: string
  readonly status?: Status
  readonly limit?: LimitKind
  readonly points?: Points
  /** Time and memory that it used. */
  readonly usage?: Verdict['usage']
}

/** The result of a submission, as the agent sees it: no reason, input, output or evidence of a testcode. */
export interface SubmissionResult {
  /** From 1; the same project with the same answers is judged once. */
  readonly number: number
  /** The suite that judged it, if submissions name one. */
  readonly suite?: string
  /** How many more projects can be submitted after this one. */
  readonly left: number
  readonly outcome: Outcome
  /** Why the project was not judged. */
  readonly reason?: string
  /** The last 4,000 characters that the project printed, if it could not be installed or started. */
  readonly log?: string
  /** The first one, `runnable`, says whether the project runs. */
  readonly testcodes: readonly SubmittedTestcode[]
  /** Points of all testcodes together, if the mission shows points. */
  readonly points?: Points
}
