import type { Browser } from 'playwright'

/** Where a session has its browser from. */
export interface BrowserSource extends AsyncDisposable {
  /** The browser; a new one where the one before has gone. */
  current(): Promise<Browser>
  /** A new browser in any case. */
  fresh(): Promise<Browser>
}

/** One browser for one trial, which ends with it. */
export class CagedBrowser implements BrowserSource {
  readonly #launch: () => Promise<Browser>
  #browser: Promise<Browser> | undefined

  constructor(launch: () => Promise<Browser>) {
    this.#launch = launch
  }

  async current(): Promise<Browser> {
    const browser = await this.#browser
    return browser?.isConnected() === true ? browser : this.fresh()
  }

  async fresh(): Promise<Browser> {
    await this[Symbol.asyncDispose]()
    this.#browser = this.#launch()
    return this.#browser
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // One that never opened has nothing to close; whoever asked for it has its error.
    const browser = await this.#browser?.catch(() => undefined)
    this.#browser = undefined
    await browser?.close()
  }
}

/** One browser for all trials of a run, where the sandbox has no place for one of its own. */
export class SharedBrowser implements AsyncDisposable {
  readonly #browser: CagedBrowser

  constructor(launch: () => Promise<Browser>) {
    this.#browser = new CagedBrowser(launch)
  }

  /** For a session: it does not end with it. A fresh browser would take the page from other trials while it works. */
  borrow(): BrowserSource {
    const current = () => this.#browser.current()
    return { current, fresh: current, [Symbol.asyncDispose]: () => Promise.resolve() }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser[Symbol.asyncDispose]()
  }
}
