import path from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { within } from '../../deadline.ts'
import { HarnessFault } from '../../errors.ts'
import type { Evidence } from '../../schema.ts'
import { reasonOf } from '../classify.ts'
import { allowOrigins } from './allowed-origins.ts'
import type { PageRecord } from './record.ts'
import { prepareBrowser, prepareContext } from './stillness/inside.ts'

/** Where the browser shows itself the same on every machine. */
const CONTEXT = {
  locale: 'en-US',
  timezoneId: 'UTC',
  viewport: { width: 1280, height: 800 },
  serviceWorkers: 'allow',
  // A browser with windows lets a page write there when its user has pressed something; a headless shell asks somebody.
  permissions: ['clipboard-write'],
} satisfies BrowserContextOptions

/**
 * When every trial begins, as its pages see it; from then on time goes by as usual, because what a page animates or counts
 * down needs that. In the past, so that nothing that a server has just made looks expired.
 */
const FIRST_MOMENT = new Date('2025-06-16T10:00:00Z')

/** Milliseconds that taking evidence or closing may cost: the page may be what hangs. */
const PATIENCE_WITH_PAGE = 3000

export interface TabOptions {
  /** Milliseconds that one action may take. */
  readonly patience: number
  /** Whether what is done is recorded, for the evidence of what does not pass: a seventh of the time of a testcode. */
  readonly traces: boolean
  /** Origins beside the project's that its pages may load from. */
  readonly allowedOrigins: readonly string[]
}

/** The browser or the page's renderer ended while it was looked at. */
export class BrowserLost extends HarnessFault {}

/** One context and one page for the testcodes of a trial, with the trace of what is done in it. */
export class Tab implements AsyncDisposable {
  readonly #context: BrowserContext
  readonly #browser: Browser
  readonly #record: PageRecord
  readonly #traces: boolean
  readonly #lose: (why: BrowserLost) => void
  /** Rejects when the browser or the renderer ends. */
  readonly lost: Promise<never>
  #loss: BrowserLost | undefined
  #page: Page | undefined

  private constructor(browser: Browser, context: BrowserContext, record: PageRecord, traces: boolean) {
    this.#traces = traces
    this.#browser = browser
    this.#context = context
    this.#record = record
    let reject: (why: BrowserLost) => void = () => undefined
    this.lost = new Promise<never>((_, refuse) => (reject = refuse))
    this.lost.catch(() => undefined)
    this.#lose = (why) => {
      this.#loss ??= why
      reject(why)
    }
    browser.once('disconnected', () => {
      this.#lose(new BrowserLost('the browser ended'))
    })
    context.on('page', (page) => {
      record.watch(page)
      page.once('crash', () => {
        this.#lose(new BrowserLost('the page crashed'))
      })
    })
  }

  static async open(
    browser: Browser,
    record: PageRecord,
    { patience, traces, allowedOrigins }: TabOptions,
  ): Promise<Tab> {
    await prepareBrowser(browser)
    const context = await browser.newContext(CONTEXT)
    await prepareContext(context)
    context.setDefaultTimeout(patience)
    await allowOrigins(context, allowedOrigins, record)
    await context.clock.install({ time: FIRST_MOMENT })
    if (traces) await context.tracing.start({ snapshots: true, screenshots: false, sources: false })
    return new Tab(browser, context, record, traces)
  }

  /** Why it cannot be used any more, where it cannot. */
  loss(): BrowserLost | undefined {
    if (this.#loss === undefined && !this.#browser.isConnected()) return new BrowserLost('the browser ended')
    return this.#loss
  }

  /** The page, alone; a new one where the one before was closed. */
  async page(): Promise<Page> {
    for (const other of this.#context.pages()) if (other !== this.#page) await this.#close(other)
    if (this.#page && !this.#page.isClosed() && !isErrorPage(this.#page)) return this.#page
    await this.closePage()
    this.#page = await this.#context.newPage()
    return this.#page
  }

  async beginTrace(title: string): Promise<void> {
    if (this.#traces) await this.#context.tracing.startChunk({ title })
  }

  async dropTrace(): Promise<void> {
    if (this.#traces) await this.#context.tracing.stopChunk()
  }

  /** Screenshot and trace of a testcode that did not pass. What cannot be had is said among the lines of the console. */
  async evidence(folder: string, name: string): Promise<Evidence> {
    const screenshot = await attempt(async () => {
      await this.#page?.screenshot({ path: path.join(folder, `${name}.png`), timeout: PATIENCE_WITH_PAGE })
    })
    const trace = await attempt(() => this.#context.tracing.stopChunk({ path: path.join(folder, `${name}.zip`) }))
    // A trace that cannot be ended stands in the way of the next one.
    if (trace !== undefined) this.#lose(new BrowserLost(`the trace could not be ended: ${trace}`))
    const missing = [screenshot, trace].filter((problem) => problem !== undefined)
    return {
      ...(screenshot === undefined && this.#page ? { screenshot: `evidence/${name}.png` } : {}),
      ...(trace === undefined ? { trace: `evidence/${name}.zip` } : {}),
      console: [...this.#record.console, ...missing.map((problem) => `[no evidence] ${problem}`)],
    }
  }

  /** Whoever still acts on the page is told by an error; a page that does not let itself be closed costs the tab. */
  async closePage(): Promise<void> {
    if (this.#page) await this.#close(this.#page)
  }

  async #close(page: Page): Promise<void> {
    const problem = await attempt(() => page.close())
    if (problem !== undefined) this.#lose(new BrowserLost(`the page could not be closed: ${problem}`))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A context whose browser has gone, or whose page hangs, is closed with its browser.
    await attempt(() => this.#context.close())
  }
}

/** The browser's own page about a navigation that was refused: it may still be on its way, and would meet the next one. */
function isErrorPage(page: Page): boolean {
  return page.url().startsWith('chrome-error:')
}

/** @returns What went wrong, or undefined */
async function attempt(action: () => Promise<void>): Promise<string | undefined> {
  try {
    await within(action(), PATIENCE_WITH_PAGE, 'it took too long')
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}
