// `htmlOf` has a function that runs in the page.
/// <reference lib="dom" />
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { listenToCalls } from '../../lib/browser/drivers.ts'
import { readUnbounded } from '../../lib/browser/reading.ts'
import { withTimeout } from '../../lib/async/deadline.ts'
import { currentLedger } from '../../lib/async/ledger.ts'
import { HarnessFault } from '../../errors.ts'
import type { Evidence } from '../../contracts/schema.ts'
import { reasonOf } from '../classify.ts'
import { allowOrigins } from './allowed-origins.ts'
import { CallTimes } from './call-times.ts'
import { CallLog, LONGEST_VALUE, type StepOfCalls } from './evidence/call-log.ts'
import { foundInstead } from './evidence/found.ts'
import { PageLog } from './evidence/page-log.ts'
import { traceOf } from './evidence/trace-file.ts'
import { withoutRecord } from './evidence/unrecorded.ts'
import { performAction } from './expectations/ready.ts'
import type { EarlyWatch } from './expectations/early-watch.ts'
import { LastingPage, type FrameAction } from './lasting-page.ts'
import { Person } from './person/person.ts'
import type { PageRecord } from './record.ts'
import { prepareBrowser, prepareContext } from './stillness/inside.ts'
import { Habits, Stillness } from './stillness/stillness.ts'

/** Makes the browser look the same to pages on every machine. */
const CONTEXT = {
  locale: 'en-US',
  timezoneId: 'UTC',
  viewport: { width: 1280, height: 800 },
  serviceWorkers: 'allow',
  // A browser with windows lets a page write to the clipboard after a click; a headless shell asks for permission.
  permissions: ['clipboard-write'],
} satisfies BrowserContextOptions

/** Milliseconds for creating a context and its page, which normally takes 50. */
const PATIENCE_WITH_BROWSER = 10_000

/** Milliseconds for finding out what a page has instead of an element. */
const PATIENCE_WITH_QUESTION = 1000

/** Milliseconds for collecting evidence, and for closing: the page may hang. */
const PATIENCE_WITH_PAGE = 3000

export interface TabOptions {
  /** Timeout of one action in ms. */
  readonly patience: number
  /** If it is there, an action waits its whole timeout, even on a page at rest. */
  readonly full: EarlyWatch | undefined
  /** Whether calls, requests, and the page before each action are remembered, as evidence for failures. */
  readonly remembers: boolean
  /** Origins other than the project's that its pages may load from. */
  readonly allowedOrigins: readonly string[]
}

/** Cookies and storage of a browser context. */
export type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>

/** The browser or the page's renderer ended during a testcode. */
export class BrowserLost extends HarnessFault {}

/** One context and one page for the testcodes of a trial, with the memory of what the current one did. */
export class Tab implements AsyncDisposable {
  readonly #browser: Browser
  readonly #record: PageRecord
  readonly #options: TabOptions
  readonly #lose: (why: BrowserLost) => void
  readonly #stillness = new WeakMap<Page, Stillness>()
  /** Shared by the pages of the trial: a change that one of them can make, all can make. */
  readonly #habits = new Habits()
  /** Rejects when the browser or the renderer ends. */
  readonly lost: Promise<never>
  #loss: BrowserLost | undefined
  #context: BrowserContext
  #page: Page | undefined
  /** The page object of the current testcode. */
  #lasting: LastingPage | undefined
  readonly #calls = new CallLog(() => {
    this.#rememberPage()
  })
  readonly #log = new PageLog()
  readonly #times = new CallTimes(currentLedger())
  /** The HTML of the page before the last action of the current testcode; undefined if it could not be read. */
  #before: Promise<string | undefined> | undefined
  /** Resolves when no context is being replaced. Never rejects. */
  #settled: Promise<void> = Promise.resolve()

  private constructor(browser: Browser, context: BrowserContext, record: PageRecord, options: TabOptions) {
    this.#options = options
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
    listenToCalls(browser, options.remembers ? [this.#times, this.#calls] : [this.#times])
    browser.once('disconnected', () => {
      this.#lose(new BrowserLost('the browser ended'))
    })
    this.#watch(context)
  }

  static async open(browser: Browser, record: PageRecord, options: TabOptions): Promise<Tab> {
    return new Tab(browser, await openContext(browser, record, options), record, options)
  }

  #watch(context: BrowserContext): void {
    context.on('page', (page) => {
      this.#record.watch(page)
      if (this.#options.remembers) this.#log.watch(page)
      this.#stillness.set(page, new Stillness(page, this.#habits))
      page.once('crash', () => {
        this.#lose(new BrowserLost('the page crashed'))
      })
    })
  }

  /** Follows from now on what these selectors find. */
  follow(selectors: readonly string[]): void {
    this.#habits.named = selectors
  }

  /** Milliseconds of the screenshots that looks needed so far. */
  get painted(): number {
    return this.#habits.painting
  }

  /** Why the tab cannot be used any more; undefined if it can. */
  loss(): BrowserLost | undefined {
    if (this.#loss === undefined && !this.#browser.isConnected()) return new BrowserLost('the browser ended')
    return this.#loss
  }

  /** The page for one testcode; a new one if the last one was closed. Closes all other pages. */
  async page(): Promise<Page> {
    return await this.#times.outside('browser', () => withoutRecord(() => this.#nextPage()))
  }

  async #nextPage(): Promise<Page> {
    await this.#settled
    for (const other of this.#context.pages()) if (other !== this.#page) await this.#close(other)
    if (this.#page === undefined || this.#page.isClosed() || isErrorPage(this.#page)) {
      await this.closePage()
      this.#page = await this.#context.newPage()
    }
    this.#lasting = new LastingPage(this.#page, (action) => this.#perform(action))
    return this.#lasting.page
  }

  #perform({ name, locator, args, perform }: FrameAction): Promise<unknown> {
    this.stillness().follow()
    switch (name) {
      case 'fill':
        return this.person().fill(locator, String(args[0]), () => perform())
      case 'check':
      case 'uncheck':
        return this.person().setChecked(locator, name === 'check')
      default:
        return performAction({ name, locator, perform, stillness: this.stillness(), patience: this.#options })
    }
  }

  /** Acts on the current page as a person. */
  person(): Person {
    if (this.#page === undefined) throw new HarnessFault('there is no open page to act on')
    return new Person({
      page: this.#page,
      stillness: this.stillness(),
      patience: this.#options,
      record: this.#record,
      step: (about, calls) => this.step(about, calls),
    })
  }

  /**
   * Replaces the browser context, so that nothing that a page has stored in the browser is left. The old pages, workers and
   * connections end before the new page can load anything.
   * @param page The page of the testcode; it and its locators then act on the new page
   * @param state Initial state of the new context; empty by default
   */
  async forget(page: Page, state?: BrowserState): Promise<void> {
    const lasting = this.#lasting
    // A testcode that timed out may still be running.
    if (lasting?.page !== page) throw new HarnessFault('this page belongs to a testcode that has ended')
    const replaced = this.#times.outside('browser', () =>
      attempt(() => withoutRecord(() => this.#replaceContext(lasting, state)), PATIENCE_WITH_BROWSER),
    )
    this.#settled = replaced.then(({ problem }) => {
      if (problem !== undefined) this.#lose(new BrowserLost(`the browser could not be made to forget: ${problem}`))
    })
    await this.#settled
    if (this.#loss) throw this.#loss
  }

  /** Cookies and storage of the context. */
  async kept(): Promise<BrowserState> {
    await this.#settled
    return withoutRecord(() => this.#context.storageState({ indexedDB: true }))
  }

  async #replaceContext(lasting: LastingPage, state: BrowserState | undefined): Promise<void> {
    const [context] = await Promise.all([
      openContext(this.#browser, this.#record, this.#options, state),
      this.#context.close(),
    ])
    this.#context = context
    this.#watch(context)
    this.#page = await context.newPage()
    lasting.replace(this.#page)
  }

  /** The stillness of the current page. */
  stillness(): Stillness {
    const known = this.#page && this.#stillness.get(this.#page)
    if (known) return known
    throw new HarnessFault('there is no open page to watch')
  }

  /** Records calls of the current testcode as one step. */
  step<T>(step: StepOfCalls, calls: () => Promise<T>): Promise<T> {
    return this.#options.remembers ? this.#calls.step(step, calls) : calls()
  }

  /** Forgets what the last testcode did. */
  async begin(): Promise<void> {
    await this.#settled
    this.#calls.clear()
    this.#log.clear()
    this.#before = undefined
  }

  /** Reads the page without waiting for it: the question reaches the page before the action that is about to be sent. */
  #rememberPage(): void {
    // The page may navigate or hang, and then there is nothing to keep.
    this.#before = this.#page && htmlOf(this.#page).catch(() => undefined)
  }

  /**
   * Screenshot, trace and HTML of a testcode that did not pass, and the HTML before its last action. Evidence that cannot be
   * collected is noted in `console`.
   */
  async evidence(folder: string, name: string, reason: string): Promise<Evidence> {
    return await this.#times.outside('evidence', () => withoutRecord(() => this.#collect(folder, name, reason)))
  }

  async #collect(folder: string, name: string, reason: string): Promise<Evidence> {
    await this.#settled
    const page = this.#page
    const before = this.#before
    const write = (ending: string, content: string | Buffer) =>
      writeFile(path.join(folder, `${name}.${ending}`), content)
    await mkdir(folder, { recursive: true })
    // The HTML is read before a screenshot changes the page for a moment.
    const [found, traced, html, earlier, screenshot] = await Promise.all([
      this.#found(page, reason),
      attempt(async () => {
        await write('zip', await traceOf(name, this.#calls, this.#log))
      }),
      attempt(async () => page && write('html.txt', await htmlOf(page))),
      attempt(async () => {
        const text = await before
        if (text !== undefined) await write('before.html.txt', text)
        return text !== undefined
      }),
      attempt(async () => page?.screenshot({ path: path.join(folder, `${name}.png`), timeout: PATIENCE_WITH_PAGE })),
    ])
    const missing = [html, earlier, screenshot, traced].flatMap(({ problem = [] }) => problem)
    const is = (done: Attempted<unknown>) => page !== undefined && done.problem === undefined
    return {
      ...(is(screenshot) ? { screenshot: `evidence/${name}.png` } : {}),
      ...(traced.problem === undefined ? { trace: `evidence/${name}.zip` } : {}),
      ...(is(html) ? { page: `evidence/${name}.html.txt` } : {}),
      ...(earlier.value === true ? { before: `evidence/${name}.before.html.txt` } : {}),
      ...(found === undefined ? {} : { found }),
      console: [...this.#record.console, ...missing.map((problem) => `[no evidence] ${problem}`)],
    }
  }

  /** The elements that the page has instead of the one of the last call, if that call failed and the reason is about it. */
  async #found(page: Page | undefined, reason: string): Promise<string | undefined> {
    const { error = '', params: { selector } = {} } = this.#calls.lastFailed ?? {}
    const [line = ''] = error.split('\n')
    if (page === undefined || typeof selector !== 'string' || line === '' || !reason.includes(line)) return undefined
    // A selector of this length may have been cut.
    if (selector.length >= LONGEST_VALUE) return undefined
    return (await attempt(() => foundInstead(page, selector), PATIENCE_WITH_QUESTION)).value
  }

  /** Closes the page; later actions on it fail. If it cannot be closed, the tab is lost. */
  async closePage(): Promise<void> {
    await this.#settled
    if (this.#page) await this.#close(this.#page)
  }

  async #close(page: Page): Promise<void> {
    const { problem } = await this.#times.outside('browser', () => attempt(() => page.close()))
    if (problem !== undefined) this.#lose(new BrowserLost(`the page could not be closed: ${problem}`))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#settled
    // If this fails, the browser is gone or the page hangs; the context is then closed with its browser.
    await attempt(() => this.#context.close())
  }
}

async function openContext(
  browser: Browser,
  record: PageRecord,
  { patience, allowedOrigins }: TabOptions,
  state?: BrowserState,
): Promise<BrowserContext> {
  await prepareBrowser(browser)
  const context = await browser.newContext({ ...CONTEXT, ...(state === undefined ? {} : { storageState: state }) })
  await prepareContext(context)
  context.setDefaultTimeout(patience)
  await allowOrigins(context, allowedOrigins, record)
  return context
}

/** Characters of a page's HTML that are kept as evidence. */
const LONGEST_HTML = 64 * 1024

/** The beginning of a page's HTML, cut inside the browser so that a large page is not transferred. */
function htmlOf(page: Page): Promise<string> {
  return readUnbounded(() =>
    page.evaluate((length) => {
      // A form as the root element can shadow its own property by a field of that name.
      const own = Object.getOwnPropertyDescriptor(Element.prototype, 'outerHTML')
      return String(own?.get?.call(document.documentElement)).slice(0, length)
    }, LONGEST_HTML),
  )
}

/** The browser's own error page about a refused navigation. It may still be loading and would interrupt the next navigation. */
function isErrorPage(page: Page): boolean {
  return page.url().startsWith('chrome-error:')
}

/** The result of an action, or why it has none. */
interface Attempted<T> {
  readonly value?: T
  readonly problem?: string
}

async function attempt<T>(action: () => Promise<T>, patience = PATIENCE_WITH_PAGE): Promise<Attempted<T>> {
  try {
    return { value: await withTimeout(action(), patience, `not done within ${String(patience / 1000)} s`) }
  } catch (error) {
    return { problem: reasonOf(error) }
  }
}
