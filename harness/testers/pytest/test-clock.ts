import { DeadlineExceeded } from '../../errors.ts'
import { Deadline } from '../../lib/async/deadline.ts'
import type { RunningTest } from './record.ts'

/** Milliseconds after its limit that a test gets: the timer in its process ends it in time, and says where it was. */
const GRACE = 2000

/** Times the tests of a process from outside: produced code can stop every timer in it. */
export class TestClock implements Disposable {
  readonly #seconds: readonly number[]
  readonly #stop = new AbortController()
  readonly #over = new DeadlineExceeded('a test took longer than it may')
  #running: RunningTest | undefined
  #deadline: Deadline | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param seconds That each test may take, by its number; 0 is no limit */
  constructor(seconds: readonly number[]) {
    this.#seconds = seconds
  }

  /** Aborted when a test has used up its time. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  /** The number of the test that has used up its time. */
  get overdue(): number | undefined {
    return this.#stop.signal.aborted ? this.#running?.number : undefined
  }

  /** Whether this is the error of the signal. */
  isReason(error: unknown): boolean {
    return error === this.#over
  }

  /** Takes the test that runs now; undefined between two tests. */
  follow(running: RunningTest | undefined): void {
    // Lines that arrive after the end of the process change nothing.
    if (running === this.#running || this.#stop.signal.aborted) return
    this.#end()
    this.#running = running
    const seconds = running === undefined ? 0 : (this.#seconds[running.number] ?? 0)
    if (seconds === 0) return
    const deadline = new Deadline(seconds * 1000 + GRACE)
    this.#deadline = deadline
    this.#wait(deadline)
  }

  #wait(deadline: Deadline): void {
    this.#timer = setTimeout(
      () => {
        if (deadline.left > 0) this.#wait(deadline)
        else this.#stop.abort(this.#over)
      },
      Math.max(1, deadline.left),
    )
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#deadline?.[Symbol.dispose]()
    this.#deadline = undefined
  }

  [Symbol.dispose](): void {
    this.#end()
  }
}
