import type { Expect, Page } from '@playwright/test'
import { spend } from '../../lib/async/ledger.ts'
import { withTimeout } from '../../lib/async/deadline.ts'
import { ProjectFault, messageOf } from '../../errors.ts'
import { readQrCode } from '../../lib/parsing/produced.ts'
import type {
  Judgement,
  SessionSetup,
  SigningIn,
  TestSession,
  WebsiteFixtures,
  WebsiteTarget,
  Testcode,
} from '../../contracts/types.ts'
import { boundedExpect } from '../bounded-expect.ts'
import { faultOf, isOwnFault, reasonOf, statusOf } from '../classify.ts'
import { inputFixtures } from '../given/given.ts'
import { FRESH_BROWSER, controlFailed, judgeWithRetry, type Attempt } from '../judge-with-retry.ts'
import { materialPath } from '../materials.ts'
import { functionOf, type TestcodeFunctions } from '../testcode-functions.ts'
import { timeoutOf } from '../timeout.ts'
import { ParameterValues } from '../values.ts'
import { addressOnTarget } from './addresses.ts'
import type { BrowserSource } from './browser-source.ts'
import { controlPageProblem } from './control-page.ts'
import { downloadOf } from './downloads.ts'
import type { StepOfCalls } from './evidence/call-log.ts'
import { steadyExpect } from './expectations/expect.ts'
import { thingOf } from './expectations/locator-words.ts'
import { readText, waitUntilStill } from './expectations/reading.ts'
import { rowsOf } from './expectations/rows.ts'
import { selectorOf } from './expectations/selector-parts.ts'
import { EarlyReport } from './early-report.ts'
import { selectorsOf, theOneElement } from './elements.ts'
import { load, openHomepage, peek, visit, type Patience } from './pages.ts'
import { Pictures } from './picture.ts'
import { PageRecord } from './record.ts'
import { SharedThings } from './shared/once.ts'
import { readingOrder } from './shared/reading-order.ts'
import { refusal } from './shared/refusal.ts'
import { BrowserLost, Tab, type BrowserState, type TabOptions } from './tab.ts'

export interface SessionParts {
  readonly source: BrowserSource
  readonly target: WebsiteTarget
  readonly setup: SessionSetup
  readonly functions: TestcodeFunctions<WebsiteFixtures>
  readonly expect: Expect
  /** Origins other than the project's that its pages may load from. */
  readonly allowedOrigins: readonly string[]
}

/** One action or expectation may take 1/3 of a testcode's time, so that it fails with its own message before the testcode does. */
const PATIENCE_PARTS = 3
/** Milliseconds to wait for an animated picture, which may begin to change after a delay. */
const PICTURE_PATIENCE = 2500

/** One context and one page for a trial. After a testcode that timed out the next one gets a new page. */
export class PlaywrightSession implements TestSession {
  readonly keepsTime = true
  readonly #parts: SessionParts
  readonly #tabOptions: TabOptions
  readonly #record: PageRecord
  /** Browser state after the sign-in, by person. */
  readonly #signedInStates = new Map<string, BrowserState>()
  readonly #things = new SharedThings()
  readonly #pictures = new Pictures()
  readonly #patience: Patience
  /** Milliseconds of the current testcode in which what it expects already held, and only had to stay. */
  #uncharged = 0
  /** Milliseconds of screenshots before the present testcode. */
  #painted = 0
  #tab: Tab
  /** Only if the patience is full. */
  readonly #early: EarlyReport | undefined

  private constructor(parts: SessionParts, tab: Tab, record: PageRecord, options: TabOptions, early?: EarlyReport) {
    this.#early = early
    this.#parts = parts
    this.#tabOptions = options
    this.#patience = { patience: options.patience, unanswered: new Set() }
    this.#tab = tab
    this.#record = record
  }

  static async open(parts: SessionParts): Promise<PlaywrightSession> {
    const patience = Math.round(parts.setup.testcodeTimeout / PATIENCE_PARTS)
    const record = new PageRecord((page) => void parts.source.end(page))
    const remembers = parts.setup.evidenceFolder !== undefined
    const { mission, services } = parts.setup
    const early =
      services.patience === 'full' ? new EarlyReport(mission.id, (each) => services.onEarlyFailure?.(each)) : undefined
    const options = { patience, remembers, full: early, allowedOrigins: parts.allowedOrigins }
    const tab = await Tab.open(await parts.source.current(), record, options)
    return new PlaywrightSession(parts, tab, record, options, early)
  }

  runnable(): Promise<Judgement> {
    const { startTimeout, testcodeTimeout } = this.#parts.setup
    const patience = Math.max(startTimeout ?? 0, testcodeTimeout)
    const action = (page: Page) => openHomepage(page, this.#parts.target, { ...this.#patience, patience })
    return this.#judge('runnable', action, patience + this.#tabOptions.patience)
  }

  judge(testcode: Testcode, values: Readonly<Record<string, unknown>>): Promise<Judgement> {
    const parameters = new ParameterValues(this.#parts.setup.mission, testcode, values)
    const action = async (page: Page) => {
      this.#tab.follow(selectorsOf(parameters))
      await functionOf(this.#parts.functions, testcode.id)(this.#fixtures(page, parameters))
    }
    return this.#judge(testcode.id, action, timeoutOf(testcode, this.#parts.setup))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await spend('browser', async () => {
      await this.#tab[Symbol.asyncDispose]()
      await this.#parts.source[Symbol.asyncDispose]()
    })
  }

  #fixtures(page: Page, parameters: ParameterValues): WebsiteFixtures {
    const { target, setup } = this.#parts
    const { patience, full } = this.#tabOptions
    const uncharged = (milliseconds: number) => void (this.#uncharged += milliseconds)
    const stillness = () => this.#tab.stillness()
    const step = <T>(about: StepOfCalls, calls: () => Promise<T>) => this.#tab.step(about, calls)
    const expect = steadyExpect({ base: boundedExpect(this.#parts.expect), patience, full, stillness, step, uncharged })
    const url = (name: string) => addressOnTarget(parameters.get(name, 'url').value, name, target)
    const fixtures: WebsiteFixtures = {
      ...inputFixtures(setup),
      page,
      expect,
      url,
      open: (name) => visit(page, url(name), name, target, this.#patience),
      load: (address) => load(page, address, this.#patience),
      peek: (address) => peek(page, address, this.#patience),
      forget: () => this.#forget(page),
      settle: () => waitUntilStill(stillness(), patience),
      as: (person, how) => this.#signedIn(page, person, how),
      element: async (name) => {
        const { value, parameter } = parameters.get(name, 'element')
        const { proven, pageStatus } = this.#record
        return theOneElement({
          page,
          stillness: stillness(),
          patience,
          full,
          name,
          value,
          kind: parameter.element,
          proven,
          pageStatus,
        })
      },
      rows: (texts, control, within = page.locator('body')) => rowsOf(within, texts, control),
      read: (element, { within } = {}) =>
        step({ method: 'read', words: thingOf(String(element)).noun, selector: selectorOf(element) }, () =>
          readText(element, stillness(), { patience, full, uncharged }, within),
        ),
      choose: (list, text) => this.#tab.person().choose(list, text),
      chosen: (list) => this.#tab.person().chosen(list),
      offered: (list) => this.#tab.person().offered(list),
      confirming: (act, answer) => this.#tab.person().confirming(act, answer),
      refusal: (parameter, says, act) => refusal(fixtures, parameter, says, act),
      readingOrder,
      once: (name, make) => this.#things.once(name, make),
      text: (name) => parameters.get(name, 'text').value,
      dialogs: this.#record.dialogs,
      material: (name) => materialPath(setup.mission, name),
      download: (action) => downloadOf(page, action),
      qrCode: (picture) => readQrCode('the picture', picture),
      picture: async (element) => {
        await waitUntilStill(stillness(), Math.min(patience, PICTURE_PATIENCE))
        // Half of it for each of two tries.
        return this.#pictures.take(page, element, this.#parts.expect.configure({ timeout: patience / 2 }))
      },
    }
    return fixtures
  }

  /** The first testcode that asks for a person signs in; later ones start with the browser state from then. */
  async #signedIn(page: Page, person: string, how: SigningIn): Promise<void> {
    const state = this.#signedInStates.get(person)
    await this.#forget(page, state)
    if (state !== undefined) {
      await how.open()
      if (await how.isSignedIn()) return
    }
    await how.signIn()
    await waitUntilStill(this.#tab.stillness(), this.#tabOptions.patience)
    this.#signedInStates.set(person, await this.#tab.kept())
  }

  async #forget(page: Page, state?: BrowserState): Promise<void> {
    this.#things.forget()
    await this.#tab.forget(page, state)
  }

  #judge(
    name: string,
    action: (page: Page) => Promise<void>,
    timeout = this.#parts.setup.testcodeTimeout,
  ): Promise<Judgement> {
    return judgeWithRetry({
      attempt: () => this.#attempt(name, action, timeout),
      isUsed: () => this.#parts.source.isUsed,
      reached: async () => this.#record.flood ?? (await this.#parts.source.reached()),
      recover: () => spend('browser', async () => controlFailed(await this.#recover())),
      fresh: FRESH_BROWSER,
    })
  }

  async #attempt(name: string, action: (page: Page) => Promise<void>, timeout: number): Promise<Attempt> {
    this.#record.clear()
    this.#uncharged = 0
    this.#early?.begin(name)
    const { evidenceFolder } = this.#parts.setup
    try {
      // Restarting a browser counts neither against the page nor against the testcode's time.
      const tab = await this.#usableTab()
      this.#parts.source.noteUse()
      // Every step can hang with the page, so all share one deadline.
      const late = `not done within ${String(timeout / 1000)} s`
      this.#painted = tab.painted
      await withTimeout(this.#act(tab, action), timeout, late, () => this.#waited(timeout))
      this.#early?.end(undefined)
      return { lost: false, judgement: { status: 'passed', waited: this.#waited(timeout), evidence: this.#refused() } }
    } catch (error) {
      this.#early?.end(error)
      const loss = this.#tab.loss()
      const cause = loss ?? error
      const evidence =
        evidenceFolder === undefined ? {} : await this.#tab.evidence(evidenceFolder, name, reasonOf(cause))
      const explained = this.#explained(cause)
      const ownFault = explained.status === 'unjudged' && isOwnFault(cause)
      // The page may hang, so the next testcode gets another one.
      if (explained.status === 'timeout' || ownFault) await this.#tab.closePage()
      return {
        lost: loss !== undefined,
        ownFault,
        judgement: { ...explained, waited: this.#waited(timeout), evidence: { ...evidence, ...this.#refused() } },
      }
    }
  }

  /** Milliseconds that count against no limit. Screenshots at most double the time: a page can make them slow. */
  #waited(timeout: number): number {
    return this.#uncharged + Math.min(timeout, Math.max(0, this.#tab.painted - this.#painted))
  }

  #refused(): { readonly refused?: string[] } {
    return this.#record.refused.length === 0 ? {} : { refused: [...this.#record.refused] }
  }

  async #act(tab: Tab, action: (page: Page) => Promise<void>): Promise<void> {
    await tab.begin()
    try {
      await Promise.race([tab.page().then(action), tab.lost])
    } finally {
      this.#expectFromServer()
    }
  }

  /** A window that leaves the project's pages is sent back, which may have interrupted the testcode. */
  #expectFromServer(): void {
    const { made } = this.#record
    if (made !== undefined)
      throw new ProjectFault(`the window went to ${made}, a page made by a script that no server sent`)
  }

  /** If the server has ended, that is the cause of every later failure. */
  #explained(error: unknown): Pick<Judgement, 'status' | 'reason' | 'fault'> {
    if (this.#record.flood !== undefined) return { status: 'error', reason: this.#record.flood }
    const ended = this.#parts.target.ended()
    if (ended === undefined || error instanceof BrowserLost)
      return { status: statusOf(error), reason: reasonOf(error), ...faultOf(error) }
    const reason = `the server has ended: ${ended}`
    return { status: statusOf(new ProjectFault(reason)), reason: `${reason}\n${reasonOf(error)}` }
  }

  async #usableTab(): Promise<Tab> {
    if (this.#tab.loss()) await spend('browser', async () => this.#renewTab(await this.#parts.source.current()))
    return this.#tab
  }

  async #renewTab(browser: Awaited<ReturnType<BrowserSource['current']>>): Promise<void> {
    this.#things.forget()
    await this.#tab[Symbol.asyncDispose]()
    this.#tab = await Tab.open(browser, this.#record, this.#tabOptions)
  }

  /** Opens a fresh browser with a tab. Returns what is wrong with it if it cannot show the control page. */
  async #recover(): Promise<string | undefined> {
    try {
      const browser = await this.#parts.source.fresh()
      await this.#renewTab(browser)
      return await controlPageProblem(browser)
    } catch (error) {
      return messageOf(error)
    }
  }
}
