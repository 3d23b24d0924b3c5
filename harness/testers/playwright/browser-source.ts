import type { Browser, Page } from 'playwright'
import { withTimeout } from '../../lib/async/deadline.ts'
import type { BrowserSandbox } from '../../contracts/types.ts'

/** Provides the browser of a session. */
export interface BrowserSource extends AsyncDisposable {
  /** The browser; a new one if the last one has ended. */
  current(): Promise<Browser>
  /** Always a new browser. */
  fresh(): Promise<Browser>
  /** Whether a testcode has acted in the browser that is open. */
  readonly isUsed: boolean
  /** Notes that a testcode acts in the browser that is open. */
  noteUse(): void
  /** Why the browser was ended, if a limit or its page was the reason. */
  reached(): Promise<string | undefined>
  /** Ends a page as fast as possible: together with its browser if that is in a sandbox. Never rejects. */
  end(page: Page): Promise<void>
}

/** Milliseconds that a browser may take to start, and to close. */
const PATIENCE = 30_000
const PATIENCE_AT_CLOSE = 10_000

export interface OwnBrowserParts {
  readonly launch: () => Promise<Browser>
  readonly sandbox?: Pick<BrowserSandbox, 'reached' | 'end'> | undefined
  /** Why a browser ended, as its driver reports it. */
  readonly endOf: (browser: Browser) => string | undefined
}

/** One browser per trial, which ends with the trial: a page that damages it affects no other trial. */
export class OwnBrowser implements BrowserSource {
  readonly #parts: OwnBrowserParts
  #browser: Promise<Browser> | undefined
  #isUsed = false

  constructor(parts: OwnBrowserParts) {
    this.#parts = parts
  }

  async end(page: Page): Promise<void> {
    const { sandbox } = this.#parts
    // A request to close the page would be queued behind everything that the page has already sent.
    if (sandbox) await sandbox.end()
    else await page.close().catch(() => undefined)
  }

  async reached(): Promise<string | undefined> {
    const limit = await this.#parts.sandbox?.reached()
    if (limit !== undefined) return `the browser reached its ${limit}`
    const browser = await this.#browser?.catch(() => undefined)
    return browser && this.#parts.endOf(browser)
  }

  get isUsed(): boolean {
    return this.#isUsed
  }

  noteUse(): void {
    this.#isUsed = true
  }

  async current(): Promise<Browser> {
    const browser = await this.#browser
    return browser?.isConnected() === true ? browser : this.fresh()
  }

  async fresh(): Promise<Browser> {
    await this[Symbol.asyncDispose]()
    this.#isUsed = false
    this.#browser = withTimeout(
      this.#parts.launch(),
      PATIENCE,
      `the browser did not start within ${String(PATIENCE / 1000)} s`,
    )
    return this.#browser
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A browser that failed to start has nothing to close; the caller that asked for it got the error.
    const browser = await this.#browser?.catch(() => undefined)
    this.#browser = undefined
    if (browser === undefined) return
    try {
      await withTimeout(
        browser.close(),
        PATIENCE_AT_CLOSE,
        `the browser did not close within ${String(PATIENCE_AT_CLOSE / 1000)} s`,
      )
    } catch (error) {
      if (this.#parts.sandbox === undefined) throw error
      await this.#parts.sandbox.end()
    }
  }
}
