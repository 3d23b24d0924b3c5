import { withTimeout } from '../../../lib/async/deadline.ts'
import { DeadlineExceeded, HarnessFault } from '../../../errors.ts'
import type { Python, Running } from '../../../contracts/types.ts'
import { howItEnded } from '../../../lib/processes/exit.ts'
import { Channel, type Calls } from './channel.ts'
import type { Room } from './room.ts'

/** Milliseconds for a worker to connect. */
const START = 20_000
/** Milliseconds after a testcode's deadline for the worker to end it. */
const GRACE = 3000
/** Milliseconds to wait for the exit of a worker that has closed its channel. */
const END = 1000

export interface WorkerParts {
  readonly room: Room
  readonly python: Python
  readonly calls: Calls
  /** Python packages that its testcodes use, preloaded. */
  readonly packages: readonly string[]
}

/** A worker did not end a testcode at its deadline, or ended itself. It is replaced. */
export class WorkerGone extends HarnessFault {
  readonly hung: boolean
  constructor(message: string, hung: boolean) {
    super(message)
    this.hung = hung
  }
}

/** The Python process that runs the testcodes of a trial. */
export class Worker implements AsyncDisposable {
  readonly #channel: Channel
  readonly #running: Running
  #gone = false

  private constructor(channel: Channel, running: Running) {
    this.#channel = channel
    this.#running = running
    void running.exit.then(async () => {
      this.#gone = true
      await channel[Symbol.asyncDispose]()
    })
  }

  static async open({ room, python, calls, packages }: WorkerParts): Promise<Worker> {
    const channel = await Channel.open(room.nextChannel(), calls)
    // Without `-I`, which would ignore the Python path of the run, where packages of testcodes may be.
    const argv = [python.program, '-s', room.source('worker'), channel.path, ...packages]
    return new Worker(channel, await room.spawn(argv))
  }

  get gone(): boolean {
    return this.#gone
  }

  /**
   * @param seconds Time after which the worker ends the testcode itself
   * @throws WorkerGone
   */
  async ask(request: Readonly<Record<string, unknown>>, seconds: number): Promise<unknown> {
    try {
      await withTimeout(
        Promise.race([this.#channel.connected, this.#ended()]),
        START,
        `the worker did not connect within ${String(START / 1000)} s`,
      )
      const reply = this.#channel.ask({ ...request, seconds })
      return await withTimeout(Promise.race([reply, this.#ended()]), seconds * 1000 + GRACE, 'the worker hangs')
    } catch (error) {
      if (error instanceof DeadlineExceeded) {
        await this[Symbol.asyncDispose]()
        throw new WorkerGone(`the worker did not end the testcode within ${String(seconds)} s`, true)
      }
      throw error instanceof WorkerGone ? error : new WorkerGone(await this.#reason(), false)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running.end('ended with its trial')
    await this.#channel[Symbol.asyncDispose]()
  }

  async #ended(): Promise<never> {
    await this.#running.exit
    throw new WorkerGone(await this.#reason(), false)
  }

  /** How the worker ended, with the last lines of its error output. */
  async #reason(): Promise<string> {
    // A killed worker loses its channel before its exit is known. The exit has the cause, so it is waited for.
    const end = this.#running.end.bind(this.#running, 'the worker has closed its channel')
    const how = howItEnded(await withTimeout(this.#running.exit, END, 'no end of its own').catch(end))
    const said = this.#running.stderr.text().trim().split('\n').slice(-3).join(' | ')
    return `the worker ended (${how})${said === '' ? '' : `: ${said}`}`
  }
}
