import path from 'node:path'
import type { Expect } from '@playwright/test'
import type { Browser, BrowserContext, Page } from 'playwright'
import { within } from '../../deadline.ts'
import { DeadlineExceeded, HarnessFault } from '../../errors.ts'
import type { Evidence, Testcode } from '../../schema.ts'
import type { Judgement, SessionSetup, TestSession, WebsiteFixtures, WebsiteTarget } from '../../types.ts'
import { reasonOf, statusOf } from '../classify.ts'
import { materialPath } from '../materials.ts'
import { functionOf, type TestcodeFunctions } from '../testcode-functions.ts'
import { ParameterValues } from '../values.ts'
import { addressOnTarget } from './addresses.ts'
import { theOneElement } from './elements.ts'
import { homepageProblem, visit } from './pages.ts'
import { PageRecord } from './record.ts'

export interface SessionParts {
  readonly browser: Browser
  readonly target: WebsiteTarget
  readonly setup: SessionSetup
  readonly functions: TestcodeFunctions<WebsiteFixtures>
  readonly expect: Expect
}

/** Where the browser shows itself the same on every machine. */
const CONTEXT = {
  locale: 'en-US',
  timezoneId: 'UTC',
  viewport: { width: 1280, height: 800 },
  serviceWorkers: 'allow',
} as const

/** Milliseconds that taking evidence may cost: the page may be what hangs. */
const EVIDENCE_DEADLINE = 3000

/** One context and one page for a trial. A testcode that ran out of time loses the page; the next one gets a new one. */
export class PlaywrightSession implements TestSession {
  readonly #parts: SessionParts
  readonly #context: BrowserContext
  readonly #expect: Expect
  #page: Page | undefined
  #record = new PageRecord()

  private constructor(parts: SessionParts, context: BrowserContext) {
    this.#parts = parts
    this.#context = context
    const patience = parts.setup.testcodeTimeout / 2
    context.setDefaultTimeout(patience)
    this.#expect = parts.expect.configure({ timeout: patience })
  }

  static async open(parts: SessionParts): Promise<PlaywrightSession> {
    const context = await parts.browser.newContext(CONTEXT)
    await context.tracing.start({ snapshots: true, screenshots: false, sources: false })
    return new PlaywrightSession(parts, context)
  }

  runnable(): Promise<Judgement> {
    return this.#judge('runnable', async () => {
      await homepageProblem(await this.#currentPage(), this.#parts.target)
    })
  }

  judge(testcode: Testcode, values: Readonly<Record<string, unknown>>): Promise<Judgement> {
    const parameters = new ParameterValues(this.#parts.setup.mission, testcode, values)
    return this.#judge(testcode.id, async () => {
      const page = await this.#currentPage()
      const run = functionOf(this.#parts.functions, testcode.id)
      await run(this.#fixtures(page, parameters))
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close()
  }

  #fixtures(page: Page, parameters: ParameterValues): WebsiteFixtures {
    const { target, setup } = this.#parts
    const expect = this.#expect
    const url = (name: string) => addressOnTarget(parameters.get(name, 'url').value, name, target)
    return {
      page,
      expect,
      url,
      open: (name) => visit(page, url(name), name, target),
      element: async (name) => {
        const { value, parameter } = parameters.get(name, 'element')
        const { proven, pageStatus } = this.#record
        return theOneElement({ page, expect, name, value, kind: parameter.element, proven, pageStatus })
      },
      text: (name) => parameters.get(name, 'text').value,
      dialogs: this.#record.dialogs,
      material: (name) => materialPath(setup.mission, name),
    }
  }

  async #currentPage(): Promise<Page> {
    if (this.#page && !this.#page.isClosed()) return this.#page
    this.#page = await this.#context.newPage()
    this.#record.watch(this.#page)
    return this.#page
  }

  async #judge(name: string, action: () => Promise<void>): Promise<Judgement> {
    this.#record.clear()
    const { testcodeTimeout } = this.#parts.setup
    try {
      await this.#context.tracing.startChunk({ name })
      await within(action(), testcodeTimeout, `not done within ${String(testcodeTimeout / 1000)} s`)
      await this.#context.tracing.stopChunk()
      return { status: 'passed', evidence: {} }
    } catch (error) {
      const cause = this.#faultOf(error)
      const evidence = await this.#collectEvidence(name)
      if (cause instanceof DeadlineExceeded) await this.#page?.close()
      return { status: statusOf(cause), reason: reasonOf(cause), evidence }
    }
  }

  /** A browser that has gone is not the project's doing until it has been tried again. */
  #faultOf(error: unknown): unknown {
    if (this.#parts.browser.isConnected()) return error
    return new HarnessFault('the browser ended while the testcode ran', { cause: error })
  }

  async #collectEvidence(name: string): Promise<Evidence> {
    const folder = this.#parts.setup.evidenceFolder
    const screenshot = await attempt(async () => {
      await this.#page?.screenshot({ path: path.join(folder, `${name}.png`), timeout: EVIDENCE_DEADLINE })
    })
    const trace = await attempt(() => this.#context.tracing.stopChunk({ path: path.join(folder, `${name}.zip`) }))
    const missing = [screenshot, trace].filter((problem) => problem !== undefined)
    return {
      ...(screenshot === undefined ? { screenshot: `evidence/${name}.png` } : {}),
      ...(trace === undefined ? { trace: `evidence/${name}.zip` } : {}),
      console: [...this.#record.console, ...missing.map((problem) => `[no evidence] ${problem}`)],
    }
  }
}

/** Evidence that cannot be had is said, and never changes a verdict. */
async function attempt(action: () => Promise<void>): Promise<string | undefined> {
  try {
    await within(action(), EVIDENCE_DEADLINE, 'it took too long')
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}
