import type { Browser, Page } from 'playwright'
import { within } from '../../lib/async/deadline.ts'
import type { BrowserCage } from '../../contracts/types.ts'

/** Where a session has its browser from. */
export interface BrowserSource extends AsyncDisposable {
  /** The browser; a new one where the one before has gone. */
  current(): Promise<Browser>
  /** A new browser in any case. */
  fresh(): Promise<Browser>
  /** Why the browser was ended, where a limit or something that its page did is the reason. */
  reached(): Promise<string | undefined>
  /** Ends a page for good, as fast as can be: with its browser, where that is in a cage. Never rejects. */
  end(page: Page): Promise<void>
}

/** Milliseconds that a browser may take to start or to close. */
const PATIENCE = 30_000
const PATIENCE_AT_CLOSE = 10_000

export interface OwnBrowserParts {
  readonly launch: () => Promise<Browser>
  readonly cage?: Pick<BrowserCage, 'reached' | 'end'> | undefined
  /** What its driver says of the end of a browser. */
  readonly endOf: (browser: Browser) => string | undefined
}

/** One browser for one trial, which ends with it: what a page does to it reaches no other trial. */
export class OwnBrowser implements BrowserSource {
  readonly #parts: OwnBrowserParts
  #browser: Promise<Browser> | undefined

  constructor(parts: OwnBrowserParts) {
    this.#parts = parts
  }

  async end(page: Page): Promise<void> {
    const { cage } = this.#parts
    // Asking the browser to close the page would come after all that the page has said already.
    if (cage) await cage.end()
    else await page.close().catch(() => undefined)
  }

  async reached(): Promise<string | undefined> {
    const limit = await this.#parts.cage?.reached()
    if (limit !== undefined) return `the browser reached its ${limit}`
    const browser = await this.#browser?.catch(() => undefined)
    return browser && this.#parts.endOf(browser)
  }

  async current(): Promise<Browser> {
    const browser = await this.#browser
    return browser?.isConnected() === true ? browser : this.fresh()
  }

  async fresh(): Promise<Browser> {
    await this[Symbol.asyncDispose]()
    this.#browser = within(this.#parts.launch(), PATIENCE, 'the browser did not start in time')
    return this.#browser
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // One that never opened has nothing to close; whoever asked for it has its error.
    const browser = await this.#browser?.catch(() => undefined)
    this.#browser = undefined
    if (browser === undefined) return
    try {
      await within(browser.close(), PATIENCE_AT_CLOSE, 'the browser does not let itself be closed')
    } catch (error) {
      if (this.#parts.cage === undefined) throw error
      await this.#parts.cage.end()
    }
  }
}
