import { AgentFault } from '../errors.ts'
import type { AgentContext, CheckResult, Project, SubmissionResult } from '../contracts/types.ts'
import { checkText, everythingPassed, submissionText } from './protocol/feedback-text.ts'

/** Gives a model the results of its projects, round by round. */
export class FeedbackRounds {
  readonly #context: AgentContext
  /** Remaining submissions. Counted here, because a resumed run must ask the model the same again. */
  #left: number

  constructor(context: AgentContext) {
    this.#context = context
    this.#left = context.feedback.submissions
  }

  /** The results as text; undefined if everything passed, or if the mission offers nothing more. */
  async of(project: Project): Promise<string | undefined> {
    try {
      const result = await this.#judged(project)
      if (result === undefined || everythingPassed(result)) return undefined
      return 'suites' in result ? checkText(result) : submissionText(result)
    } catch (error) {
      if (!(error instanceof AgentFault)) throw error
      this.#context.note(`feedback: ${error.message}`)
      return undefined
    }
  }

  /** The last submission is kept for the project that is returned. */
  async #judged(project: Project): Promise<CheckResult | SubmissionResult | undefined> {
    // A submission that names no suite is judged by each of them.
    if (this.#left > (this.#context.feedback.suites?.length ?? 1)) {
      const result = await this.#context.submit(project)
      this.#left = result.left
      return result
    }
    return this.#context.feedback.checks ? this.#context.check(project) : undefined
  }
}
