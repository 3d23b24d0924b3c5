import { messageOf, HarnessFault } from '../../../errors.ts'
import { Cleanup } from '../../../lib/async/cleanup.ts'
import type { Calls } from './channel.ts'
import { openBrowser, type BrowserParts, type OpenBrowser } from './chromedriver-browser.ts'
import { attachedSchema, replySchema, sessionSchema } from './protocol.ts'
import { Worker } from './worker.ts'

/** Seconds for opening a session, while the browser may still be starting. */
const OPEN_SECONDS = 30
const ATTACH_SECONDS = 5
const CONTROL_SECONDS = 10

/** One browser with a WebDriver session, and one worker that acts in it. Either is replaced if it is gone or hangs. */
export class BrowserSession implements AsyncDisposable {
  readonly #parts: BrowserParts
  readonly #calls: Calls
  #browser: OpenBrowser | undefined
  #worker: Worker | undefined
  #session: string | undefined
  #testcodes = 0

  constructor(parts: BrowserParts, calls: Calls) {
    this.#parts = parts
    this.#calls = calls
  }

  /** Whether a testcode has acted in the browser that is open. */
  get isUsed(): boolean {
    return this.#session !== undefined && this.#testcodes > 0
  }

  /** A worker in which a testcode acts. @throws HarnessFault */
  async workerForTestcode(): Promise<Worker> {
    const worker = await this.worker()
    this.#testcodes += 1
    return worker
  }

  /** A worker that can act in the browser. @throws HarnessFault */
  async worker(): Promise<Worker> {
    if (this.#session !== undefined && this.#worker?.gone === true) await this.#attach(this.#session)
    if (this.#session === undefined) await this.#renew()
    return this.#worker ?? this.#openWorker()
  }

  /** Gives up the session because its page hangs: the next call gets another browser. */
  giveUp(): void {
    this.#session = undefined
  }

  /** Why the browser was ended, if it reached a limit. */
  async reached(): Promise<string | undefined> {
    const limit = await this.#browser?.reached()
    return limit === undefined ? undefined : `the browser reached its ${limit}`
  }

  /** Opens a fresh browser. Returns what is wrong with it if it cannot show the control page. */
  async recover(): Promise<string | undefined> {
    try {
      this.giveUp()
      const worker = await this.worker()
      const reply = replySchema.parse(await worker.ask({ do: 'control' }, CONTROL_SECONDS))
      return reply.outcome === 'passed' ? undefined : (reply.reason ?? reply.outcome)
    } catch (error) {
      return messageOf(error)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await using stack = new Cleanup()
    if (this.#browser) stack.use(this.#browser)
    if (this.#worker) stack.use(this.#worker)
  }

  /** Attaches a new worker to the old session. Gives the session up if it does not answer. */
  async #attach(session: string): Promise<void> {
    const worker = await this.#openWorker()
    const request = { do: 'attach', port: this.#browser?.port, session }
    const attached = attachedSchema.safeParse(await worker.ask(request, ATTACH_SECONDS))
    if (!attached.success) this.giveUp()
  }

  async #renew(): Promise<void> {
    await this[Symbol.asyncDispose]()
    const [browser, worker] = await Promise.all([openBrowser(this.#parts), this.#openWorker()])
    this.#browser = browser
    const { port, binary, downloads } = browser
    const reply = await worker.ask({ do: 'open', port, binary, downloads }, OPEN_SECONDS)
    const opened = sessionSchema.safeParse(reply)
    if (!opened.success)
      throw new HarnessFault(`the browser session could not be opened: ${JSON.stringify(reply).slice(0, 500)}`)
    this.#session = opened.data.session
    this.#testcodes = 0
  }

  async #openWorker(): Promise<Worker> {
    const { room, python } = this.#parts
    this.#worker = await Worker.open({ room, python, calls: this.#calls, packages: [] })
    return this.#worker
  }
}
