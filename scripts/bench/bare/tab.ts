import type { Browser, BrowserContext, Page } from 'playwright'
import type { SigningIn } from '../../../harness/contracts/types.ts'
import { LastingPage } from '../../../harness/testers/playwright/lasting-page.ts'
import { SharedThings } from '../../../harness/testers/playwright/shared/once.ts'
import { ACTION_TIMEOUT } from './work.ts'

/** Two frames, so that what an action has caused at once is shown. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            resolve()
          }),
        )
      }),
  )
}

const CONTEXT = {
  locale: 'en-US',
  timezoneId: 'UTC',
  viewport: { width: 1280, height: 800 },
  permissions: ['clipboard-write'],
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** One page for a mission; the browser forgets by a new context, and persons sign in once. */
export class BareTab {
  readonly page: Page
  readonly dialogs: object[] = []
  readonly things = new SharedThings()
  readonly #browser: Browser
  readonly #lasting: LastingPage
  readonly #states = new Map<string, State>()
  #context: BrowserContext

  private constructor(browser: Browser, context: BrowserContext, real: Page) {
    this.#browser = browser
    this.#context = context
    this.#lasting = new LastingPage(real, ({ perform }) => perform(new AbortController().signal))
    this.page = this.#lasting.page
    this.#watch(real)
  }

  static async open(browser: Browser): Promise<BareTab> {
    const context = await newContext(browser)
    return new BareTab(browser, context, await context.newPage())
  }

  #watch(real: Page): void {
    real.on('dialog', (dialog) => {
      this.dialogs.push({ type: dialog.type(), message: dialog.message() })
      void dialog.accept()
    })
  }

  async forget(state?: State): Promise<void> {
    this.things.forget()
    const [context] = await Promise.all([newContext(this.#browser, state), this.#context.close()])
    this.#context = context
    const real = await context.newPage()
    this.#watch(real)
    this.#lasting.replace(real)
  }

  async as(person: string, how: SigningIn): Promise<void> {
    const state = this.#states.get(person)
    await this.forget(state)
    if (state !== undefined) {
      await how.open()
      if (await how.isSignedIn()) return
    }
    await how.signIn()
    await settled(this.page)
    this.#states.set(person, await this.#context.storageState({ indexedDB: true }))
  }

  close(): Promise<void> {
    return this.#context.close()
  }
}

async function newContext(browser: Browser, storageState?: State): Promise<BrowserContext> {
  const context = await browser.newContext({ ...CONTEXT, ...(storageState === undefined ? {} : { storageState }) })
  context.setDefaultTimeout(ACTION_TIMEOUT)
  return context
}
