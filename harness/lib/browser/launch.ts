import path from 'node:path'
import type { Browser } from 'playwright'
import { HarnessFault, messageOf } from '../../errors.ts'
import type { BrowserSandbox } from '../../contracts/types.ts'
import { prepareContexts } from './contexts.ts'
import { assignDriver, takeDriver } from './drivers.ts'
import { BROWSER_FLAGS, findBrowser } from './find.ts'
import { NO_LOOKUPS } from './no-lookups.ts'
import { userAgentOf } from './user-agent.ts'

/** Makes `navigator.webdriver` false, as in a browser that a person uses. */
const NOT_AUTOMATED = '--disable-blink-features=AutomationControlled'

/**
 * Starts a browser that its own driver process controls through a pipe. Playwright handles no signals: the harness closes
 * the browser at shutdown, in its own order.
 * @param place The sandbox in which it runs; or, without a sandbox, the folder for its downloads and traces
 * @param uploads Folders that it may read in its sandbox
 * @throws HarnessFault if no browser is found, or it does not start
 */
export async function launchBrowser(
  place?: BrowserSandbox | string,
  uploads: readonly string[] = [],
): Promise<Browser> {
  const sandbox = typeof place === 'string' ? undefined : place
  const folder = typeof place === 'string' ? place : undefined
  const browser = await findBrowser(process.env)
  if ('missing' in browser) throw new HarnessFault(browser.missing)
  const [driver, userAgent] = await Promise.all([takeDriver(), userAgentOf(browser.path)])
  try {
    const launched = await driver.launch({
      executablePath: sandbox ? await sandbox.wrap(browser.path, uploads) : browser.path,
      args: [...BROWSER_FLAGS, NO_LOOKUPS, NOT_AUTOMATED, `--user-agent=${userAgent}`],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      ...(sandbox ? { downloadsPath: sandbox.downloads, tracesDir: sandbox.traces } : foldersIn(folder)),
    })
    assignDriver(launched, driver)
    prepareContexts(launched, userAgent)
    return launched
  } catch (error) {
    await driver[Symbol.asyncDispose]()
    throw new HarnessFault(`the browser ${browser.path} does not start: ${messageOf(error)}; try pe doctor`, {
      cause: error,
    })
  }
}

function foldersIn(place: string | undefined): { readonly downloadsPath?: string; readonly tracesDir?: string } {
  if (place === undefined) return {}
  return { downloadsPath: path.join(place, 'downloads'), tracesDir: path.join(place, 'traces') }
}
