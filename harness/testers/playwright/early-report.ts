/** Reports, in a session with full patience, what would have failed early. */
import type { EarlyFailure } from '../../contracts/types.ts'
import type { EarlyWatch } from './expectations/early-watch.ts'

/**
 * An expectation that waits although it would have failed early changes nothing if its testcode fails by it. Otherwise the testcode continued:
 * it caught the failure, or something else ended it. Then early failures may lead to another verdict, which this session cannot tell.
 */
export class EarlyReport implements EarlyWatch {
  readonly #mission: string
  readonly #report: (early: EarlyFailure) => void
  #testcode = ''
  /** Problems of what has waited in this testcode, and has not held. */
  #open: Error[] = []
  readonly #failures = new WeakSet<Error>()

  constructor(mission: string, report: (early: EarlyFailure) => void) {
    this.#mission = mission
    this.#report = report
  }

  begin(testcode: string): void {
    this.#testcode = testcode
    this.#open = []
  }

  waits(problem: Error): void {
    this.#open.push(problem)
    this.#say('waits', problem)
  }

  holds(problem: Error, milliseconds: number): void {
    this.#open = this.#open.filter((each) => each !== problem)
    this.#say('held', problem, milliseconds)
  }

  fails(error: unknown): void {
    if (error instanceof Error) this.#failures.add(error)
  }

  /** @param error The error that ended the testcode; undefined if it passed */
  end(error: unknown): void {
    const [problem, ...others] = this.#open
    this.#open = []
    if (problem === undefined) return
    if (others.length > 0 || !this.#isFailure(error)) this.#say('went-on', problem)
  }

  /** Whether the error is one of an expectation that has waited, perhaps as the cause of a longer message. */
  #isFailure(error: unknown): boolean {
    for (let each = error; each instanceof Error; each = each.cause) if (this.#failures.has(each)) return true
    return false
  }

  #say(kind: EarlyFailure['kind'], { message }: Error, milliseconds?: number): void {
    this.#report({ kind, mission: this.#mission, testcode: this.#testcode, problem: message, milliseconds })
  }
}
