import type { Browser, Page } from 'playwright'
import { within } from '../../deadline.ts'
import { scratchFolder, type Scratch } from '../../files/scratch.ts'
import type { BrowserCage } from '../../types.ts'

/** Where a session has its browser from. */
export interface BrowserSource extends AsyncDisposable {
  /** The browser; a new one where the one before has gone. */
  current(): Promise<Browser>
  /** A new browser in any case. */
  fresh(): Promise<Browser>
  /** The limit that the browser has reached, where it was ended for one. */
  reached(): Promise<string | undefined>
  /** Ends a page for good, as fast as can be: with its browser, where that is the trial's own. Never rejects. */
  end(page: Page): Promise<void>
}

/** Milliseconds that a browser may take to start or to close. */
const PATIENCE = 30_000
const PATIENCE_AT_CLOSE = 10_000

/** One browser for one trial, which ends with it. */
export class CagedBrowser implements BrowserSource {
  readonly #launch: () => Promise<Browser>
  readonly #cage: Pick<BrowserCage, 'reached' | 'end'> | undefined
  #browser: Promise<Browser> | undefined

  constructor(launch: () => Promise<Browser>, cage?: Pick<BrowserCage, 'reached' | 'end'>) {
    this.#launch = launch
    this.#cage = cage
  }

  async end(page: Page): Promise<void> {
    // Asking the browser to close the page would come after all that the page has said already.
    if (this.#cage) await this.#cage.end()
    else await close(page)
  }

  async reached(): Promise<string | undefined> {
    return this.#cage?.reached()
  }

  async current(): Promise<Browser> {
    const browser = await this.#browser
    return browser?.isConnected() === true ? browser : this.fresh()
  }

  async fresh(): Promise<Browser> {
    await this[Symbol.asyncDispose]()
    this.#browser = within(this.#launch(), PATIENCE, 'the browser did not start in time')
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
      if (this.#cage === undefined) throw error
      await this.#cage.end()
    }
  }
}

/** One browser for all trials of a run, where the sandbox has no place for one of its own. What it writes goes with it. */
export class SharedBrowser implements AsyncDisposable {
  readonly #browser: CagedBrowser
  #scratch: Promise<Scratch> | undefined

  /** @param launch With a folder for what it keeps on disk */
  constructor(launch: (folder: string) => Promise<Browser>) {
    this.#browser = new CagedBrowser(async () => {
      const { path } = await (this.#scratch ??= scratchFolder())
      return launch(path)
    })
  }

  /** For a session: it does not end with it. A fresh browser would take the page from other trials while it works. */
  borrow(): BrowserSource {
    const current = () => this.#browser.current()
    return {
      current,
      fresh: current,
      reached: () => Promise.resolve(undefined),
      end: close,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser[Symbol.asyncDispose]()
    const scratch = await this.#scratch
    await scratch?.[Symbol.asyncDispose]()
  }
}

/** One that cannot be closed is given up when the next page is asked for. */
function close(page: Page): Promise<void> {
  return page.close().catch(() => undefined)
}
