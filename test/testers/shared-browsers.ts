/**
 * Browsers that the sessions of a test file use one after another. Starting a browser and its driver takes more time than most
 * sessions. Each session still has a context of its own, as it has in a trial.
 */
import type { Browser } from 'playwright'
import { withTimeout } from '../../harness/lib/async/deadline.ts'
import { launchBrowser } from '../../harness/lib/browser/launch.ts'
import type { TesterServices } from '../../harness/contracts/types.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'

/** Milliseconds for closing the contexts of a session; a browser whose page hangs is not used again. */
const PATIENCE = 3000

interface Shared {
  readonly browser: Browser
  readonly end: () => Promise<void>
}

export class SharedBrowsers implements AsyncDisposable {
  readonly #idle: Shared[] = []
  #folder: Promise<TemporaryFolder> | undefined

  /** A browser that closes only its contexts at the end of a session. One in a sandbox is not shared. */
  readonly launch: TesterServices['launchBrowser'] = async (place, uploads) => {
    if (typeof place === 'object') return launchBrowser(place, uploads)
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) if (idle.browser.isConnected()) return idle.browser
    this.#folder ??= temporaryFolder()
    return this.#shared(await launchBrowser((await this.#folder).path))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ end }) => end()))
    await (await this.#folder)?.[Symbol.asyncDispose]()
    this.#folder = undefined
  }

  #shared(browser: Browser): Browser {
    const end = browser.close.bind(browser)
    browser.close = async () => {
      try {
        const contexts = browser.contexts().map((context) => context.close())
        await withTimeout(Promise.all(contexts), PATIENCE, 'a page hangs')
        this.#idle.push({ browser, end })
      } catch {
        // Nothing of it is used again, so why it does not close its pages does not matter.
        await end()
      }
    }
    return browser
  }
}
